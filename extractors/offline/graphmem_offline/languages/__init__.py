"""Grammars of Portuguese, Spanish, French and German for the extractor without a model.

There is no parser for these languages. `grammar` reads a sentence segment by segment with the tables of one language:
verb forms by person, the prepositions of their objects, words of denial, kinship words. The tables are data; a rule
stands once, in `grammar`.
"""
