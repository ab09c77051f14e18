"""``jaxlint server``: the findings in editors, by the Language Server Protocol.

``analysis`` judges open documents and knows no protocol, ``convert`` puts what it says into the
protocol's words, ``program`` is the server.
"""
