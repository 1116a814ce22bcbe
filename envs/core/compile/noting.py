"""numba's type of a record whose kernels write their notes to an array, and the code that writes them.

A kernel that is given such a record is compiled with its statements `note(...)`; if neither it nor a kernel that it
calls has one, it is given the record alone. All other code is compiled without them (`stripping.py`).
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import lower_getattr_generic, lower_setattr_generic
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
from numba.extending import intrinsic, lower_builtin, lower_cast, models, register_model
from numba.np.arrayobj import load_item, make_array

WORD = types.int64
LAST = -1
"""What follows the last note, in the place of a kind."""
INTEGER = ir.IntType(64)
ZERO = INTEGER(0)
ONE = INTEGER(1)


class NotingRecord(types.Type):
    """A record of type `record`, the array for its notes, and a count of them: see `noting`."""

    def __init__(self, record: types.Record) -> None:
        self.record = record
        super().__init__(f"NotingRecord({record})")

    def can_convert_to(self, _context: Any, other: Any) -> Any:
        """Accept the type in the place of a record: the record is passed without its notes."""
        return Conversion.safe if other == self.record else None


@register_model(NotingRecord)
class _Model(models.StructModel):
    def __init__(self, manager: Any, kind: NotingRecord) -> None:
        word = types.CPointer(WORD)  # type: ignore[attr-defined]
        members = [("record", kind.record), ("notes", word), ("most", WORD), ("words", WORD), ("count", word)]
        super().__init__(manager, kind, members)


@infer_getattr
class _Fields(AttributeTemplate):
    key = NotingRecord

    def generic_resolve(self, kind: NotingRecord, field: str) -> Any:
        return self.context.resolve_getattr(kind.record, field)


def _parts(context: Any, builder: Any, kind: NotingRecord, value: Any = None) -> Any:
    return cgutils.create_struct_proxy(kind)(context, builder, value)


@lower_getattr_generic(NotingRecord)
def _read(context: Any, builder: Any, kind: NotingRecord, value: Any, field: str) -> Any:
    record = _parts(context, builder, kind, value).record
    return context.get_getattr(kind.record, field)(context, builder, kind.record, record, field)


@lower_setattr_generic(NotingRecord)
def _write(context: Any, builder: Any, call_signature: Any, arguments: Any, field: str) -> None:
    kind, written = call_signature.args
    record = _parts(context, builder, kind, arguments[0]).record
    context.get_setattr(field, signature(types.void, kind.record, written))(builder, (record, arguments[1]))


@lower_cast(NotingRecord, types.Record)
def _alone(context: Any, builder: Any, kind: NotingRecord, _to: Any, value: Any) -> Any:
    return _parts(context, builder, kind, value).record


@intrinsic
def noting(_context: Any, state: Any, notes: Any, count: Any) -> Any:
    """The record `state` with an array for its notes.

    Args:
        state: a record.
        notes: int64[n, words]; the kernels write at most n - 1 notes, each its kind and the values of its fields, then
            zeros.
        count: int64[1], to which every note adds one, written or not.
    """
    kind = NotingRecord(state)

    def build(context: Any, builder: Any, call_signature: Any, arguments: Any) -> Any:
        made = _parts(context, builder, kind)
        rows = make_array(call_signature.args[1])(context, builder, arguments[1])
        made.record = arguments[0]
        made.notes = rows.data
        most, made.words = cgutils.unpack_tuple(builder, rows.shape)
        made.most = builder.sub(most, ONE)
        made.count = make_array(call_signature.args[2])(context, builder, arguments[2]).data
        return made._getvalue()

    return kind(state, notes, count), build


def lower_note(note: Any) -> None:
    """Let compiled code call the function `note(state, kind, *values)` where `state` is a NotingRecord."""

    @infer_global(note)
    class _Typed(AbstractTemplate):
        def generic(self, argument_types: Any, _named: Any) -> Any:
            state, kind, *values = argument_types
            if not isinstance(state, NotingRecord) or not isinstance(kind, types.IntEnumMember):
                return None
            arrays = [value if isinstance(value, types.Array) else None for value in values]
            shape = [(array.ndim if array.layout == "C" else -1) if array else 0 for array in arrays]
            kinds: Any = kind.instance_class
            if not any(shape == [len(field.shape) for field in kind_of_event.fields] for kind_of_event in kinds):
                raise TypingError(
                    f"note(state, {kinds.__name__}...) with {len(values)} values, lists of {shape} axes; "
                    "no kind has such fields: a list is declared as List(name, *lengths), and noted whole"
                )
            return signature(types.none, *argument_types)

    @lower_builtin(note, NotingRecord, types.IntEnumMember, types.VarArg(types.Any))  # type: ignore[attr-defined]
    def _lowered(context: Any, builder: Any, call_signature: Any, arguments: Any) -> Any:
        most = call_signature.args[1].instance_class.longest()
        written = cgutils.alloca_once(builder, INTEGER, INTEGER(most + len(arguments)))
        at = ZERO
        for kind, value in zip(call_signature.args[1:], arguments[1:], strict=True):
            if isinstance(kind, types.Array):
                array = make_array(kind)(context, builder, value)
                left = builder.sub(INTEGER(most), at)
                count = builder.select(builder.icmp_signed("<", array.nitems, left), array.nitems, left)
                with cgutils.for_range(builder, count) as loop:
                    number = load_item(context, builder, kind, builder.gep(array.data, [loop.index]))
                    place = builder.gep(written, [builder.add(at, loop.index)])
                    builder.store(context.cast(builder, number, kind.dtype, WORD), place)
                at = builder.add(at, count)
            else:
                builder.store(context.cast(builder, value, kind, WORD), builder.gep(written, [at]))
                at = builder.add(at, ONE)
        to = _parts(context, builder, call_signature.args[0], arguments[0])
        builder.call(_writer(builder.module), [to.notes, to.most, to.words, to.count, written, at])
        return context.get_dummy_value()


def _writer(module: Any) -> Any:
    """The function of LLVM that counts a note, and writes it where there is room for it and the mark of the end."""
    word = INTEGER.as_pointer()
    kind = ir.FunctionType(ir.VoidType(), [word, INTEGER, INTEGER, word, word, INTEGER])
    function = cgutils.get_or_insert_function(module, kind, "medianoche.note")
    if function.is_declaration:
        function.linkage = "linkonce_odr"
        function.attributes.add("noinline")
        notes, most, words, count, written, size = function.args
        builder = ir.IRBuilder(function.append_basic_block())
        number = builder.load(count)
        builder.store(builder.add(number, ONE), count)
        with builder.if_then(builder.icmp_signed("<", number, most)):
            row = builder.gep(notes, [builder.mul(number, words)])
            value = cgutils.alloca_once(builder, INTEGER)
            with cgutils.for_range(builder, words) as loop:
                builder.store(ZERO, value)
                with builder.if_then(builder.icmp_signed("<", loop.index, size)):
                    builder.store(builder.load(builder.gep(written, [loop.index])), value)
                builder.store(builder.load(value), builder.gep(row, [loop.index]))
        builder.ret_void()
    return function
