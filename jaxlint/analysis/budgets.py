"""How much work the interpreter does before it settles for "unknown".

A spent budget is never a finding.
Each number was chosen on real packages: larger ones found nothing more there.
"""

# Calls followed into each other. Real chains from a trace root to a helper rarely pass 8.
CALL_DEPTH = 14

# Of these, calls of functions of other modules than the one that is run: those that are handed
# tracers or keys, the others, of which only what they return matters here, and those of these that
# make an object, and ask its bases to.
DEPTH_ABROAD = 6
PLAIN_DEPTH_ABROAD = 2
MAKING_DEPTH_ABROAD = 3

# Times one function is followed inside itself: recursion shows what it has in the second turn.
RECURSION = 2

# Expressions evaluated from one trace root or plain function, calls included.
STEPS = 40_000

# Contexts in which the run over a module runs one of its functions anew before further calls are
# answered "unknown", and those in which it runs a function of another module, which has a run of
# its own. Plain contexts and traced ones are counted apart. With 12 for all, six packages took a
# third more time and gave the same findings; of the traced ones there are few in most code.
CONTEXTS = 12
CONTEXTS_ABROAD = 4
TRACED_CONTEXTS_ABROAD = 8

# The same for a function that only returns something, in whatever module, and how much deeper it is
# followed: it costs little, and tests of what a value is are such functions, as are their callers.
SHORT_CONTEXTS = 24
SHORT_DEPTH = 2

# The same for a function that is given keys, of which each run shows whether they were used before.
# In real packages the most is 215.
KEY_CONTEXTS = 256

# The same for a function that only defines functions and returns them, as decorators do: what they
# make of one function says nothing of another one.
MAKER_CONTEXTS = 64

# Elements of a display or of an unpacked range that are kept apart.
ELEMENTS = 64

# Callables that one name may stand for before it is unknown which.
OPTIONS = 8

# Draws that are kept of one key, to be compared with later ones: the first ones, and the last.
DRAWS = 8

# Values in a container, those in its containers included, before it is unknown what it holds.
VALUES = 4096

# Characters of a text that is computed.
TEXT = 10_000

# Bases of a class, and theirs, that are looked at.
BASES = 64

# Changes of one name that are looked at, the last ones, to find one that comes after a trace.
CHANGES = 256

# Functions between a traced one and the code that calls it, which tell where it may be traced.
HELPERS = 256

# Scopes that call a method, and those that call these, before it is open what all calls it.
CALLERS = 256

# Branches taken in one activation that are kept, to tell whether two places exclude each other.
CONDITIONS = 128

# Statements of a module, each of which is run once, may take as many steps on the average beyond
# those that a root has.
MODULE_STEPS = 10

# Draws from one batch of keys, and draws on paths that meet, that are kept to be compared.
MEMBERS = 64

# Variables, fields and draws of a path that count as one step when all are copied or looked at.
COPIED = 128

# Loops, and comprehensions, within each other that are walked for more than one turn.
LOOPS = 4

# Elements of a known tuple or list over which a loop's body is run one by one.
TURNS = 4

# The same for the one expression of a comprehension, whose elements are kept apart.
ITEMS = 12
