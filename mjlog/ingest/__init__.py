"""From what people hold on disk to checked tables.

``sources`` finds inputs without reading them, ``reading`` opens and unpacks them, ``formats`` knows who parses what,
``checked`` runs the parsers and lets nothing into a table that breaks a column's rule. Whatever cannot be read becomes
a row of ``errors`` and costs nothing else.
"""
