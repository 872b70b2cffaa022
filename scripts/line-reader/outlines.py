"""Writes the outlines of 37 characters, for drawing specimens.

    python3 outlines.py > ocr-b.json
    python3 outlines.py NAME=FILE... > other-fonts.json

The first command writes OCR-B, and the second other monospaced fonts, which no document uses in its
machine-readable zone. Units are thousandths of an em of OCR-B, with y upwards; every character is
723 units wide.
"""
import json
import sys

from fontTools.pens.basePen import BasePen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

CHARACTERS = '<ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
WIDTH = 723


class CubicPen(BasePen):
    """Writes outlines as path data, with quadratic curves converted to cubic ones."""

    def __init__(self, glyphs, scale):
        super().__init__(glyphs)
        self.scale, self.commands = scale, []

    def add(self, command, *points):
        numbers = ','.join(f'{round(x * self.scale)},{round(y * self.scale)}' for x, y in points)
        self.commands.append(command + numbers)

    def _moveTo(self, point):
        self.add('M', point)

    def _lineTo(self, point):
        self.add('L', point)

    def _curveToOne(self, first, second, end):
        self.add('C', first, second, end)

    def _closePath(self):
        self.commands.append('Z')


def ocr_b():
    font = TTFont('/usr/share/fonts/opentype/ocr-b/OCRB.otf')
    names, glyphs, outlines = font.getBestCmap(), font.getGlyphSet(), {}
    for character in CHARACTERS:
        pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
        glyphs[names[ord(character)]].draw(pen)
        outlines[character] = pen.getCommands()
    return outlines


def other(file):
    font = TTFont(file)
    names, glyphs, outlines = font.getBestCmap(), font.getGlyphSet(), {}
    scale = WIDTH / font['hmtx'][names[ord('A')]][0]
    for character in CHARACTERS:
        pen = CubicPen(glyphs, scale)
        glyphs[names[ord(character)]].draw(pen)
        outlines[character] = ''.join(pen.commands)
    return outlines


if __name__ == '__main__':
    named = dict(argument.split('=', 1) for argument in sys.argv[1:])
    print(json.dumps({name: other(file) for name, file in named.items()} if named else ocr_b(), indent=2))
