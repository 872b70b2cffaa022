"""Writes the outlines of OCR-B's 37 characters, for drawing specimens: python3 outlines.py > ocr-b.json

Units are thousandths of an em, with y upwards; the characters are 723 wide.
"""
import json

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

font = TTFont('/usr/share/fonts/opentype/ocr-b/OCRB.otf')
names, glyphs, outlines = font.getBestCmap(), font.getGlyphSet(), {}
for character in '<ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789':
    pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
    glyphs[names[ord(character)]].draw(pen)
    outlines[character] = pen.getCommands()
print(json.dumps(outlines, indent=2))
