"""Prefetch the next row's state while a row is stepped: large batches spend half of their time waiting for memory."""

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from medianoche.envs.core.compile.jit import DISABLED

LINE = 64
"""Bytes of a cache line."""

if DISABLED:

    def prefetch(states, row):
        """Nothing to do in Python: `row` is an index into `states`, from 0."""

else:

    @intrinsic
    def prefetch(context, states, row):
        """Ask the processor to load record `row` of `states` into its cache; changes nothing and cannot fail."""

        def build(context, builder, signature, arguments):
            array = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0])
            place = ir.IntType(8).as_pointer()
            number = ir.IntType(32)
            start = builder.bitcast(builder.gep(array.data, [arguments[1]]), place)
            kind = ir.FunctionType(ir.VoidType(), [place, number, number, number])
            hint = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
            for byte in range(0, signature.args[0].dtype.size, LINE):
                here = builder.gep(start, [ir.Constant(ir.IntType(64), byte)])
                builder.call(hint, [here, number(0), number(3), number(1)])  # to read, keep it, data
            return context.get_dummy_value()

        return types.void(states, types.int64), build
