// node compile.mjs PYODIDE SOURCES OUT: compiles the files of SOURCES with the very Python that will run them, and packs them: what Python needs to begin as
// OUT/start.zip.zst, all others as OUT/all.zst, one archive, which worker.mjs unpacks, and the files of SOURCES/plain as they are. SOURCES/all is the page and its
// libraries, SOURCES/standard Python's own library, of which is taken what they import. Functions lose their docstrings and classes nearly so, but where
// SOURCES/settings.json says {told: [file, ...]}.
import { pathToFileURL } from "node:url";
const [pyodide, sources, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
for (const [place, root] of [["/sources", sources], ["/out", out]]) {
  python.FS.mkdir(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.runPython(`
import sys
begun = {module.__file__.partition(".zip/")[2].removesuffix("c") for module in list(sys.modules.values()) if ".zip/" in (getattr(module, "__file__", "") or "")}

import ast, io, json, zipfile
from compression import zstd
from importlib import _bootstrap_external
from pathlib import Path

ALL, STANDARD = Path("/sources/all"), Path("/sources/standard")
SETTINGS = json.loads(Path("/sources/settings.json").read_text())
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
LEVEL = {zstd.CompressionParameter.compression_level: 22, zstd.CompressionParameter.window_log: 24}

# ---- what is imported

def standard_files(module):
    path = module.replace(".", "/")
    return [name for name in (f"{path}.py", f"{path}/__init__.py") if (STANDARD / name).is_file()]

def parts(module):
    names = module.split(".")
    return [".".join(names[:count + 1]) for count in range(len(names))]

def imported(node, package, deep):
    """The modules that code imports; those that functions import only if deep."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.Import):
            for alias in inner.names:
                yield from parts(alias.name)
        elif isinstance(inner, ast.ImportFrom):
            base = [*package[:len(package) - inner.level + 1], *filter(None, [inner.module])] if inner.level else [inner.module]
            for alias in inner.names:
                yield from parts(".".join([*base, alias.name]))
        elif deep or not isinstance(inner, FUNCTIONS):
            yield from imported(inner, package, deep)

def reached(file, root, deep):
    package = list(file.relative_to(root).parent.parts)
    for module in imported(ast.parse(file.read_text(encoding="utf-8")), package, deep):
        yield from standard_files(module)

def needed():
    """The files of the standard library that are imported, but those that the settings leave out."""
    found = set(begun) | {name for file in ALL.rglob("*.py") for name in reached(file, ALL, True)}
    found |= {str(file.relative_to(STANDARD)) for name in SETTINGS["also"] for file in STANDARD.glob(name)}
    left = set(SETTINGS["without"]) - begun
    todo = list(found)
    while todo:
        more = set(reached(STANDARD / todo.pop(), STANDARD, False)) - found
        found |= more
        todo += more
    return {name for name in found if not any(name == each or name.startswith(each + "/") for each in left)}

# ---- compiling

def without_docstrings(tree):
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS | ast.ClassDef | ast.Module) and ast.get_docstring(node, False) is not None:
            if isinstance(node, ast.ClassDef):
                node.body[0].value = ast.copy_location(ast.Constant("-"), node.body[0].value)
            elif len(node.body) > 1:
                del node.body[0]
            else:
                node.body[0] = ast.copy_location(ast.Pass(), node.body[0])
    return tree

def compiled(name, text):
    tree = ast.parse(text)
    kept = name in SETTINGS["told"] or name.startswith(("_pyodide/", "pyodide/"))  # Pyodide reads its own
    code = compile(tree if kept else without_docstrings(tree), name, "exec", dont_inherit=True, optimize=1)
    return bytes(_bootstrap_external._code_to_timestamp_pyc(code, 0, 0))

def entry(root, name):
    data = (root / name).read_bytes()
    if name.endswith(".py") and not name.startswith("anyio/"):  # which reads its own source
        return name + "c", compiled(name, data.decode())
    return name, data

standard = needed()
folders = tuple({name.partition("/")[0] + "/" for name in begun if "/" in name})  # a package lies in one place
first = sorted(name for name in standard if name in begun or name.startswith(folders))
later = dict(entry(STANDARD, name) for name in sorted(standard - set(first)))
later |= dict(entry(ALL, str(file.relative_to(ALL))) for file in sorted(ALL.rglob("*")) if file.is_file())
def pack(name, data):
    Path(f"/out/{name}.zst").write_bytes(zstd.compress(data, options=LEVEL))

begin = io.BytesIO()
with zipfile.ZipFile(begin, "w", zipfile.ZIP_STORED) as archive:
    for name, data in (entry(STANDARD, name) for name in first):
        archive.writestr(zipfile.ZipInfo(name), data)
index = json.dumps({name: len(data) for name, data in later.items()}).encode()
pack("start.zip", begin.getvalue())
for file in Path("/sources/plain").iterdir():
    pack(file.name, file.read_bytes())
whole = len(index).to_bytes(4, "little") + index + b"".join(later.values())
pack("all", whole)
sizes = {}
for name, data in later.items():
    key = "/".join(name.split("/")[:2]) if name.startswith("medianoche/") else name.split("/")[0]
    sizes[key] = sizes.get(key, 0) + len(data)
print(len(first), "files to begin,", len(later), "others:", sorted(sizes.items(), key=lambda item: -item[1])[:40])
`);
