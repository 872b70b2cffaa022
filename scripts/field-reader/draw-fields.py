"""Draws labelled lines of text like those on identity cards, in many fonts, as a camera sees them.

    python3 draw-fields.py COUNT FIRST_SEED OUT.npz

A sample is a strip of 320 x 24 px, with the light evened out as in
src/vision/documents/cut-fields.ts, and with capitals 9 to 17 px high. Each sample depends only on
its own seed. Labels have neither accents nor case; 0 and O are one class, 1 and I another, and all
separators between words are a third.
"""
import io
import multiprocessing
import os
import sys
import unicodedata

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

# The same as FIELD_CLASSES in src/vision/documents/field-net.ts; label 0 means no character.
ALPHABET = ' 0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
WIDTH, HEIGHT = 320, 24
LABELS = 48
# The height in px at which capitals are drawn, much larger than in the camera's picture.
CAPITAL = 28

ROOT = '/usr/share/fonts/'
# Prefixes of font files, each with the relative frequency of its family. The typefaces of the
# bench's specimens are not among them.
FAMILIES = {
    'truetype/liberation/LiberationSans-': 4,
    'truetype/liberation/LiberationSansNarrow-': 2,
    'truetype/liberation/LiberationSerif-': 2,
    'truetype/liberation/LiberationMono-': 2,
    'truetype/dejavu/DejaVuSans': 3,
    'truetype/dejavu/DejaVuSerif': 1,
    'truetype/roboto/unhinted/RobotoTTF/Roboto': 3,
    'truetype/lato/Lato-': 3,
    'truetype/freefont/Free': 2,
    'truetype/noto/NotoSans-': 3,
    'truetype/noto/NotoSerif-': 1,
    'truetype/crosextra/': 2,
    'truetype/inconsolata/': 1,
    'truetype/hack/': 1,
    'truetype/firacode/': 1,
    'truetype/quicksand/': 1,
    'truetype/comfortaa/': 1,
    'truetype/vollkorn/': 1,
    'truetype/charis/': 1,
    'truetype/anonymous-pro/': 1,
    'truetype/ocr-a/': 1,
    'opentype/ocr-b/OCRB': 3,
    'opentype/cantarell/': 1,
    'opentype/courier-prime/': 1,
    'opentype/dosis/': 1,
    'opentype/ebgaramond/': 1,
    'opentype/inter/': 3,
    'opentype/jura/': 1,
    'opentype/linux-libertine/LinLibertine_': 1,
    'opentype/linux-libertine/LinBiolinum_': 2,
    'opentype/sora/': 1,
    'opentype/league-spartan/': 1,
    'opentype/yanone-kaffeesatz/': 1,
    'opentype/mplus/': 1,
    'opentype/urw-base35/NimbusSans': 4,
    'opentype/urw-base35/NimbusRoman': 2,
    'opentype/urw-base35/NimbusMono': 1,
    'opentype/urw-base35/URWGothic': 2,
    'opentype/urw-base35/URWBookman': 1,
    'opentype/urw-base35/C059': 1,
    'opentype/urw-base35/P052': 1,
}
UNWANTED = ('Light', 'Thin', 'Hairline', 'Symbol', 'Keyboard', 'Initials', 'Display', 'Variable', 'Math', 'NL', '[')

MONTHS = """JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC JANV FEVR MARS AVR MAI JUIN JUIL AOUT SEPT DEZ MRZ MAER OKT ENE ABR
AGO DIC GEN MAG GIU LUG SET OTT MRT MEI STY LUT KWI CZE LIP SIE WRZ PAZ LIS GRU""".split()
LABELS_OF_FIELDS = """Surname Name Nom Given names Prénoms Vornamen Date of birth Geburtsdatum Fecha de nacimiento Document No
Numéro Nationality Sex Valid until Date of expiry Apellidos Cognome Nazwisko Data urodzenia Personal number Place of birth
Identity card Residence permit Ausweis República Número Signature Höhe Efternavn Født Sukunimi Etunimet Datum vydání""".split()
ACCENTED = 'ÀÁÂÃÄÅÇČĆĎÈÉÊËĚĘÌÍÎÏŁÑŃŇÒÓÔÕÖŐŘŚŠŞŤÙÚÛÜŮŰÝŹŽŻĄĂȘȚĞİ'
LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
DIGITS = '0123456789'


def files_of(prefix):
    folder, start = os.path.split(ROOT + prefix)
    names = sorted(n for n in os.listdir(folder) if n.startswith(start) and n.lower().endswith(('.ttf', '.otf')))
    return [os.path.join(folder, n) for n in names if not any(word in n for word in UNWANTED)]


FILES = {prefix: files_of(prefix) for prefix in FAMILIES}
CHANCES = np.array([share * (len(FILES[prefix]) > 0) for prefix, share in FAMILIES.items()], float)
CHANCES /= CHANCES.sum()
fonts = {}


def font_of(rng):
    prefix = list(FAMILIES)[rng.choice(len(FAMILIES), p=CHANCES)]
    path = FILES[prefix][rng.integers(len(FILES[prefix]))]
    if path not in fonts:
        trial = ImageFont.truetype(path, 100)
        _, top, _, bottom = trial.getbbox('H')
        fonts[path] = ImageFont.truetype(path, max(8, round(100 * CAPITAL / max(20, bottom - top))))
    return fonts[path]


def pick(rng, values):
    return values[rng.integers(len(values))]


def word(rng):
    count = int(rng.integers(2, 12))
    letters = [pick(rng, ACCENTED) if rng.random() < 0.06 else pick(rng, LETTERS) for _ in range(count)]
    if rng.random() < 0.5:
        # Makes every second letter a vowel, to resemble names.
        letters = [pick(rng, 'AEIOU') if i % 2 == int(count % 2) and c in LETTERS else c for i, c in enumerate(letters)]
    text = ''.join(letters)
    return text if rng.random() < 0.6 else text.capitalize() if rng.random() < 0.8 else text.lower()


def date(rng):
    d, m, y = int(rng.integers(1, 32)), int(rng.integers(1, 13)), int(rng.integers(1930, 2040))
    if rng.random() < 0.3:
        month = pick(rng, MONTHS)
        month = month if rng.random() < 0.7 else month.capitalize()
        return f'{d:02}{pick(rng, [" ", " ", "-", ""])}{month}{pick(rng, [" ", " ", "/" + pick(rng, MONTHS) + " ", "-"])}{pick(rng, [y, f"{y % 100:02}"])}'
    mark = pick(rng, ['.', '.', '/', '-', ' ', '. ', ''])
    order = pick(rng, [(f'{d:02}', f'{m:02}', y), (f'{m:02}', f'{d:02}', y), (y, f'{m:02}', f'{d:02}'), (f'{d:02}', f'{m:02}', f'{y % 100:02}')])
    return mark.join(map(str, order))


def number(rng):
    count = int(rng.integers(5, 14))
    kind = rng.random()
    letters = LETTERS + DIGITS if kind < 0.35 else DIGITS
    text = ''.join(pick(rng, letters) for _ in range(count))
    if kind > 0.6:
        text = ''.join(pick(rng, LETTERS) for _ in range(int(rng.integers(1, 4)))) + text[2:]
    if rng.random() < 0.25:
        at, mark = int(rng.integers(2, count - 1)), pick(rng, [' ', '-', '/', '.'])
        text = text[:at] + mark + text[at:]
    return text


def text_of(rng):
    parts = []
    for _ in range(int(rng.choice([1, 2, 3], p=[0.5, 0.35, 0.15]))):
        kind = rng.choice(4, p=[0.38, 0.24, 0.26, 0.12])
        parts.append(word(rng) if kind == 0 else date(rng) if kind == 1 else number(rng) if kind == 2 else pick(rng, LABELS_OF_FIELDS))
    if rng.random() < 0.15:
        parts[0] += pick(rng, [':', ',', '.'])
    if rng.random() < 0.05:
        parts.insert(0, pick(rng, ['1.', '2.', '3.', '4a.', '5.', '4d']))
    return pick(rng, [' ', ' ', ' ', '  ', '     ', ' / ']).join(parts)


def label_of(text):
    plain = unicodedata.normalize('NFD', text.replace('Ł', 'L').replace('ł', 'l').replace('ı', 'i').replace('Ø', 'O').replace('ø', 'o')).upper()
    plain = ''.join(c for c in plain if not unicodedata.combining(c))
    plain = plain.replace('O', '0').replace('I', '1')
    return ' '.join(''.join(c if c in ALPHABET else ' ' for c in plain).split())


def draw(rng, text):
    """Draws the line between its neighbours on patterned paper.

    Returns the page and the width of the text.
    """
    font = font_of(rng)
    spacing = rng.uniform(0, 0.14) * CAPITAL if rng.random() < 0.3 else 0
    width = int(sum(font.getlength(c) + spacing for c in text)) if spacing else int(font.getlength(text))
    page = Image.new('L', (width + 8 * CAPITAL, 5 * CAPITAL), int(rng.integers(140, 252)))
    paper = page.getpixel((0, 0))
    pen = ImageDraw.Draw(page)
    for _ in range(int(rng.integers(0, 22)) if rng.random() < 0.7 else 0):
        size, pace, phase = rng.uniform(2, 45), rng.uniform(0.003, 0.08), rng.uniform(0, 6)
        level, shade = rng.uniform(-20, page.height + 20), max(0, paper - int(rng.integers(8, 75)))
        curve = [(x, level + size * np.sin(pace * x + phase)) for x in range(0, page.width, 12)]
        pen.line(curve, fill=shade, width=int(rng.integers(1, 4)))
    ink = max(0, min(int(rng.integers(5, 120)), paper - int(rng.integers(55, 110))))
    weight = int(rng.choice([0, 0, 0, 0, 0, 1]))
    base = 3 * CAPITAL
    for side in (-1, 1):
        if rng.random() < 0.5:
            other, shift = text_of(rng), rng.uniform(1.3, 2.2) * CAPITAL
            pen.text((rng.uniform(-3, 6) * CAPITAL, base + side * shift), other, font=font_of(rng), fill=ink, anchor='ls')
    x = 4 * CAPITAL
    if spacing:
        for c in text:
            pen.text((x, base), c, font=font, fill=ink, anchor='ls', stroke_width=weight, stroke_fill=ink)
            x += font.getlength(c) + spacing
    else:
        pen.text((x, base), text, font=font, fill=ink, anchor='ls', stroke_width=weight, stroke_fill=ink)
    if rng.random() < 0.12:
        # Some fields have a ruled line.
        level = base + rng.uniform(0.25, 0.5) * CAPITAL
        pen.line([(0, level), (page.width, level)], fill=ink, width=int(rng.integers(1, 5)))
    if rng.random() < 0.4:
        # Some cards have laminate and fine lines over the print.
        for _ in range(int(rng.integers(1, 9))):
            size, pace, phase = rng.uniform(2, 45), rng.uniform(0.003, 0.05), rng.uniform(0, 6)
            level, shade = rng.uniform(0, page.height), int(rng.integers(110, 255))
            curve = [(x, level + size * np.sin(pace * x + phase)) for x in range(0, page.width, 12)]
            pen.line(curve, fill=shade, width=int(rng.integers(1, 4)))
    return page, width


def see(rng, page, width, capital, stretch, resolution):
    """Returns the strip as the sensor sees it: each of its pixels is the mean of 2 x 2 points."""
    down, across = capital / CAPITAL, capital / CAPITAL * stretch
    room = max(0, WIDTH - width * across - 8)
    lead = 4 + room * rng.random() if rng.random() < 0.5 else 4 + min(room, rng.uniform(0, 30))
    slope, shear = rng.uniform(-0.018, 0.018), rng.uniform(-0.1, 0.1)
    middle = HEIGHT / 2 + rng.uniform(-2.2, 2.2)
    centred = np.array([[1, 0, -lead], [-slope, 1, slope * WIDTH / 2 - middle], [0, 0, 1]])
    skewed = np.array([[1, shear, 0], [0, 1, 0], [0, 0, 1]])
    placed = np.array([[1 / across, 0, 4 * CAPITAL], [0, 1 / down, 2.5 * CAPITAL], [0, 0, 1]])
    matrix = placed @ skewed @ centred
    w, h = max(40, int(WIDTH * resolution)), max(8, int(HEIGHT * resolution))
    fine = matrix @ np.diag([WIDTH / (w * 2), HEIGHT / (h * 2), 1])
    fine = fine / fine[2, 2]
    seen = page.transform((w * 2, h * 2), Image.AFFINE, fine.flatten()[:6], Image.BILINEAR, fillcolor=page.getpixel((0, 0)))
    return seen.resize((w, h), Image.BOX)


def degrade(rng, picture, resolution):
    blur = min(abs(rng.normal(0, 0.55)) * resolution, 1.7)
    if blur > 0.2:
        picture = picture.filter(ImageFilter.GaussianBlur(blur))
    light = np.asarray(picture, dtype=np.float32)
    if rng.random() < 0.15:
        length = int(rng.integers(2, 3 + int(2.5 * resolution)))
        light = np.apply_along_axis(lambda row: np.convolve(row, np.ones(length) / length, 'same'), int(rng.random() < 0.6), light)
    height, width = light.shape
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    light = light * (1 + rng.uniform(-0.25, 0.25) * x + rng.uniform(-0.1, 0.1) * y)
    if rng.random() < 0.2:
        at_x, at_y = rng.uniform(-1, 1), rng.uniform(-2, 2)
        wide, high = rng.uniform(0.05, 0.5), rng.uniform(0.5, 2)
        light = light + rng.uniform(20, 110) * np.exp(-(((x - at_x) / wide) ** 2) - ((y - at_y) / high) ** 2)
    gain = rng.uniform(0.25, 1.1)
    light = light * gain + rng.normal(0, rng.uniform(0.5, 6 if gain > 0.4 else 4), light.shape)
    picture = Image.fromarray(np.clip(light, 0, 255).astype('uint8'))
    if rng.random() < 0.8:
        file = io.BytesIO()
        picture.save(file, 'JPEG', quality=int(rng.integers(40, 95)))
        picture = Image.open(file).convert('L')
    return picture


def box_mean(values, radius):
    height, width = values.shape
    sums = np.zeros((height + 1, width + 1))
    sums[1:, 1:] = values.cumsum(0).cumsum(1)
    top, bottom = np.clip(np.arange(height) - radius, 0, height), np.clip(np.arange(height) + radius + 1, 0, height)
    near, far = np.clip(np.arange(width) - radius, 0, width), np.clip(np.arange(width) + radius + 1, 0, width)
    total = sums[bottom][:, far] - sums[top][:, far] - sums[bottom][:, near] + sums[top][:, near]
    return total / ((bottom - top)[:, None] * (far - near)[None, :])


def even_out(values):
    """Does the same as evenOut in src/vision/documents/strips.ts."""
    ratio = values / np.maximum(6, box_mean(values, 16))
    low, high = np.quantile(ratio, 0.01), np.quantile(ratio, 0.75)
    return np.clip((ratio - low) / (high - low + 1e-6), 0, 1)


def sample(seed):
    rng = np.random.default_rng(seed)
    text = text_of(rng)
    capital, stretch = rng.uniform(9, 17), rng.uniform(0.82, 1.2)
    page, width = draw(rng, text)
    while (width * capital / CAPITAL * stretch > WIDTH - 10 or len(label_of(text)) > LABELS) and len(text) > 3:
        text = text[: max(3, int(len(text) * 0.75))].strip()
        page, width = draw(rng, text)
    # In the camera's picture, capitals are 8 to 20 px high.
    resolution = rng.uniform(8, 20) / capital
    picture = degrade(rng, see(rng, page, width, capital, stretch, resolution), resolution)
    strip = np.array(picture.resize((WIDTH, HEIGHT), Image.BILINEAR), dtype=np.float32)
    return (even_out(strip) * 255).astype('uint8'), label_of(text)


if __name__ == '__main__':
    count, first = int(sys.argv[1]), int(sys.argv[2])
    with multiprocessing.Pool(2) as pool:
        drawn = pool.map(sample, range(first, first + count), chunksize=64)
    labels = np.zeros((count, LABELS), 'uint8')
    for row, (_, text) in zip(labels, drawn):
        row[: len(text)] = [ALPHABET.index(c) + 1 for c in text]
    strips = np.stack([strip for strip, _ in drawn])
    np.savez(sys.argv[3], strips=strips, labels=labels, lengths=np.array([len(text) for _, text in drawn]))
    print(strips.shape, 'characters per line:', np.mean([len(text) for _, text in drawn]))
