"""How much work the interpreter does before it settles for "unknown".

A spent budget is never a finding.
Each number was chosen on real packages: larger ones found nothing more there.
"""

# Calls followed into each other. Real chains from a trace root to a helper rarely pass 8.
CALL_DEPTH = 14

# Times one function is followed inside itself: recursion shows what it has in the second turn.
RECURSION = 2

# Expressions evaluated from one trace root or plain function, calls included.
STEPS = 40_000

# Contexts in which one function is run anew before further calls are answered "unknown". Twice as
# many found four more findings in twenty packages, and took a third more time.
CONTEXTS = 12

# Elements of a display or of an unpacked range that are kept apart.
ELEMENTS = 64

# Callables that one name may stand for before it is unknown which.
OPTIONS = 8

# Draws that are kept of one key, to be compared with later ones.
DRAWS = 8

# Elements of a known tuple or list over which a loop's body is run one by one.
TURNS = 4
