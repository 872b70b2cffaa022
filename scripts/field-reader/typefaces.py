"""Writes the outlines of typefaces that the field reader was not trained on, for specimen cards.

    python3 typefaces.py > ../../test/support/documents/typefaces.json

The output contains the width and the path of each character of each typeface, in 250ths of the
height of a capital, with y upwards. The typefaces are in the Debian packages fonts-paratype,
fonts-cabin, fonts-open-sans, fonts-b612, fonts-karla and fonts-play.
"""
import json
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'line-reader'))

from fontTools.ttLib import TTFont  # noqa: E402
from outlines import CubicPen  # noqa: E402

ROOT = '/usr/share/fonts/'
FILES = {
    'PT Sans': 'truetype/paratype/PTS55F.ttf',
    'PT Sans Narrow': 'truetype/paratype/PTN77F.ttf',
    'PT Serif': 'truetype/paratype/PTF55F.ttf',
    'Cabin': 'opentype/cabin/Cabin-SemiBold.otf',
    'Open Sans': 'truetype/open-sans/OpenSans-Semibold.ttf',
    'B612 Mono': 'opentype/b612/B612Mono-Regular.otf',
    'Karla': 'truetype/karla/Karla-Bold.otf',
    'Play': 'opentype/play/Play-Regular.otf',
}
CHARACTERS = (
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:/-'
    'ÄÅÁÇČÉĚÍŁÑŃÖÓØŘŚŠÜÝŻäåáçčéěíłñńöóøřśšüýż'
)


def typeface(file):
    font = TTFont(ROOT + file)
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    height = getattr(font['OS/2'], 'sCapHeight', 0) or font['hhea'].ascent * 0.72
    scale, drawn = 250 / height, {}
    for character in CHARACTERS:
        name = names.get(ord(character))
        if name is None:
            continue
        pen = CubicPen(glyphs, scale)
        glyphs[name].draw(pen)
        drawn[character] = [round(font['hmtx'][name][0] * scale), ''.join(pen.commands)]
    return drawn


print(json.dumps({name: typeface(file) for name, file in FILES.items()}, ensure_ascii=False, separators=(',', ':')))
