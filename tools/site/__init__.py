"""The documentation site: MkDocs over ``docs/``, with pages made of the rules and their proofs."""
