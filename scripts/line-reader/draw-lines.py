"""Draws lines of text in OCR-B as a camera would see them, and writes them with labels.

    python3 draw-lines.py COUNT FIRST_SEED OUT.npz

A sample is a strip of 416 x 32 px, as src/vision/documents/strips.ts cuts them: 2.1 character
pitches high, with the light evened out. Its line has at most 26 characters. Each sample depends
only on its own seed.
"""
import io
import multiprocessing
import sys

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

ALPHABET = '<ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
LOOK_ALIKES = '0O1I5S8B2Z6GDQUVYCKX<'
WIDTH, HEIGHT = 416, 32
STRIP_PITCH = HEIGHT / 2.1
LONGEST = 27
LABELS = 32

# The line is drawn much larger than the camera sees it. OCR-B's advance is 0.723 em.
PITCH = 46
FOLDER = '/usr/share/fonts/opentype/ocr-b/'
FONTS = [ImageFont.truetype(FOLDER + name, int(PITCH / 0.723)) for name in ('OCRB.otf', 'OCRBS.otf')]
# ICAO 9303: 10 characters per inch, lines 6.35 mm apart (TD2, TD3) or 4.23 mm (TD1).
WIDE_SPACING = 6.35 / 2.54
TD1_SPACING = 4.233 / 2.54


def random_text(rng, count):
    if rng.random() < 0.4:
        return ''.join(ALPHABET[i] for i in rng.integers(0, 37, count))
    runs = ''
    while len(runs) < count:
        kind = rng.choice(4, p=[0.32, 0.26, 0.26, 0.16])
        if kind == 0:
            runs += '<' * int(rng.integers(1, 18))
        elif kind == 1:
            runs += ''.join(ALPHABET[i] for i in rng.integers(1, 27, int(rng.integers(2, 9))))
        elif kind == 2:
            runs += ''.join(ALPHABET[i] for i in rng.integers(27, 37, int(rng.integers(2, 9))))
        else:
            runs += ''.join(rng.choice(list(LOOK_ALIKES), int(rng.integers(2, 7))))
    return runs[:count]


def draw_page(rng, text):
    """Draws the line and its neighbours on a patterned page.

    They are much larger there than the camera sees them.
    """
    width, height = PITCH * (len(text) + 14), int(PITCH * 5)
    paper = int(rng.integers(150, 250))
    ink = min(int(rng.integers(5, 90)), paper - 60)
    page = Image.new('L', (width, height), paper)
    pen = ImageDraw.Draw(page)
    for _ in range(int(rng.integers(0, 14))):
        size, pace, phase = rng.uniform(5, 60), rng.uniform(0.002, 0.02), rng.uniform(0, 6)
        level, shade = rng.uniform(0, height), max(0, paper - int(rng.integers(10, 75)))
        curve = [(x, level + size * np.sin(pace * x + phase)) for x in range(0, width, 12)]
        pen.line(curve, fill=shade, width=int(rng.integers(1, 5)))
    font = FONTS[0 if rng.random() < 0.67 else 1]
    weight = int(rng.choice([0, 0, 0, 1, 2]))
    is_td1 = rng.random() < 0.5
    spacing = PITCH * (TD1_SPACING if is_td1 else WIDE_SPACING) * rng.uniform(0.94, 1.06)
    middle, left = height / 2, PITCH * 3
    lines = [(0, text)]
    for side in (-1, 1):
        if rng.random() < 0.65:
            lines.append((side, random_text(rng, len(text) + 6)))
    for side, letters in lines:
        start = left - (side != 0) * PITCH * 3 * rng.random()
        for i, letter in enumerate(letters):
            pen.text(
                (start + i * PITCH, middle + side * spacing),
                letter,
                font=font,
                fill=ink,
                anchor='lm',
                stroke_width=weight,
                stroke_fill=ink,
            )
    return page, left, middle


def strip_to_page(rng, left, middle):
    """Returns a 3 x 3 matrix from strip to page.

    It has the errors that remain after a line has been located and cut out.
    """
    pitch = STRIP_PITCH * rng.uniform(0.86, 1.16)
    across = pitch / PITCH
    down = across * rng.uniform(0.86, 1.16)
    lead = rng.uniform(-0.15, 2.2) * pitch
    slope = rng.uniform(-3.2, 3.2) / WIDTH
    offset, shear = rng.uniform(-2.6, 2.6), rng.uniform(-0.08, 0.08)
    # `centred` moves the origin to the line and removes its slope; `placed` scales strip pixels
    # to the page.
    centred = np.array([[1, 0, -lead], [-slope, 1, slope * WIDTH / 2 - HEIGHT / 2 - offset], [0, 0, 1]])
    skewed = np.array([[1, shear, 0], [0, 1, 0], [0, 0, 1]])
    placed = np.array([[1 / across, 0, left], [0, 1 / down, middle], [0, 0, 1]])
    pull = rng.uniform(-0.12, 0.12) / WIDTH
    perspective = np.array([[1, 0, 0], [0, 1, 0], [pull, 0, 1 - pull * WIDTH / 2]])
    return placed @ skewed @ centred @ perspective


def see(rng, page, matrix, resolution):
    """Returns what the sensor sees: each of its pixels is the mean of 3 x 3 points."""
    width, height = max(40, int(WIDTH * resolution)), max(12, int(HEIGHT * resolution))
    fine = matrix @ np.diag([WIDTH / (width * 3), HEIGHT / (height * 3), 1])
    fine = fine / fine[2, 2]
    seen = page.transform((width * 3, height * 3), Image.PERSPECTIVE, fine.flatten()[:8], Image.BILINEAR)
    return seen.resize((width, height), Image.BOX)


def degrade(rng, picture, resolution):
    blur = min(abs(rng.normal(0, 0.8)) * resolution * 1.1, 2.4)
    if blur > 0.2:
        picture = picture.filter(ImageFilter.GaussianBlur(blur))
    light = np.asarray(picture, dtype=np.float32)
    if rng.random() < 0.27:
        length = int(rng.integers(2, 3 + int(6 * resolution)))
        axis = 1 if rng.random() < 0.7 else 0
        kernel = np.ones(length) / length
        light = np.apply_along_axis(lambda row: np.convolve(row, kernel, 'same'), axis, light)
    height, width = light.shape
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    light = light * (1 + rng.uniform(-0.25, 0.25) * x + rng.uniform(-0.1, 0.1) * y)
    if rng.random() < 0.2:
        at_x, at_y = rng.uniform(-1, 1), rng.uniform(-2, 2)
        wide, high = rng.uniform(0.1, 0.5), rng.uniform(0.5, 2)
        light = light + rng.uniform(30, 140) * np.exp(-(((x - at_x) / wide) ** 2) - ((y - at_y) / high) ** 2)
    gain = rng.uniform(0.15, 1.1)
    light = light * gain + rng.normal(0, rng.uniform(0.5, 6 if gain > 0.4 else 4), light.shape)
    picture = Image.fromarray(np.clip(light, 0, 255).astype('uint8'))
    if rng.random() < 0.7:
        file = io.BytesIO()
        picture.save(file, 'JPEG', quality=int(rng.integers(30, 95)))
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
    text = random_text(rng, int(rng.integers(18, LONGEST)))
    page, left, middle = draw_page(rng, text)
    matrix = strip_to_page(rng, left, middle)
    resolution = rng.uniform(0.5, 1.6) if rng.random() < 0.8 else 1.0
    picture = degrade(rng, see(rng, page, matrix, resolution), resolution)
    strip = np.array(picture.resize((WIDTH, HEIGHT), Image.BILINEAR), dtype=np.float32)
    return (even_out(blank_halves(strip, text, matrix, left, middle)) * 255).astype('uint8'), whole(
        text, matrix, left, middle
    )


def spans(text, matrix, left, middle):
    """Yields each character with the positions at which it begins and ends on the strip."""
    back = np.linalg.inv(matrix)
    for i, letter in enumerate(text):
        ends = []
        for share in (0.10, 0.82):
            at = back @ np.array([left + (i + share) * PITCH, middle, 1])
            ends.append(at[0] / at[2])
        yield letter, ends[0], ends[1]


def whole(text, matrix, left, middle):
    return ''.join(c for c, start, end in spans(text, matrix, left, middle) if start >= 0 and end <= WIDTH)


def blank_halves(strip, text, matrix, left, middle):
    """Hides characters that the strip's edge cuts through, because the label leaves them out."""
    paper = np.median(strip)
    for _, start, end in spans(text, matrix, left, middle):
        if (start >= 0 and end <= WIDTH) or end <= 2 or start >= WIDTH - 2:
            continue
        strip[:, max(0, int(start) - 2) : min(WIDTH, int(end) + 2)] = paper
    return strip


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
