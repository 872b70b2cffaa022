// The nets' golden values: what the nets returned when they were compared, on the same input, with
// tfjs-converter 4.22.0 (blazeface, facemesh: bit-identical) and with face-api 1.7.15 on tfjs's CPU
// backend (age).

import { beforeAll, describe, expect, test } from 'vitest';
import type { Detection } from '../../../src/vision/face/detector.ts';
import type { FaceEngine } from '../../../src/vision/face/face-engine.ts';
import { MODEL_FILES } from '../../../src/vision/face/model-files.ts';
import { readModelFile } from '../../support/puppet/bundle.ts';
import { engineModules, loadEngine } from '../../support/puppet/engine-for-node.ts';
import { loadPhoto } from '../../support/puppet/stills.ts';

let engine: FaceEngine;

beforeAll(async () => {
  engine = await loadEngine();
});

/** Returns the largest difference between a measured coordinate and its golden value. */
function distance(measured: readonly number[] | undefined, golden: readonly number[]): number {
  return Math.max(...golden.map((value, i) => Math.abs(value - (measured?.[i] ?? Infinity))));
}

describe('detection', () => {
  test('finds the one face of a portrait: box, score and keypoints', async () => {
    const found = engine.detect(await loadPhoto('human'));
    expect(found).toHaveLength(1);
    const [face] = found as [Detection];
    expect(face.score).toBeCloseTo(0.904, 2);
    expect(distance(face.box, [24.8, 19.5, 238, 232.8])).toBeLessThan(0.5);
    const [rightEye, leftEye, nose, mouth, rightEar, leftEar] = face.keypoints;
    expect(distance(rightEye, [83.7, 88])).toBeLessThan(0.5);
    expect(distance(leftEye, [166.7, 88.6])).toBeLessThan(0.5);
    expect(distance(nose, [117.9, 141.7])).toBeLessThan(0.5);
    expect(distance(mouth, [120, 179.6])).toBeLessThan(0.5);
    expect(distance(rightEar, [47.4, 90.9])).toBeLessThan(0.5);
    expect(distance(leftEar, [217, 102.7])).toBeLessThan(0.5);
  });

  test('finds every face of a group once, most certain first', async () => {
    const found = engine.detect(await loadPhoto('sample6.jpg'));
    const golden = [
      [654.4, 374.6, 899.7, 619.9],
      [1466.1, 312.6, 1713.2, 559.7],
      [1150.2, 352.2, 1380.9, 582.9],
      [244.2, 535.3, 462.3, 753.4],
    ];
    expect(found).toHaveLength(golden.length);
    for (const [i, box] of golden.entries()) {
      expect(distance(found[i]?.box, box)).toBeLessThan(2);
    }
    expect(found.map(({ score }) => score)).toEqual(
      found.map(({ score }) => score).toSorted((a, b) => b - a),
    );
  });
});

describe('the mesh', () => {
  test('matches the verified mesh of the portrait', async () => {
    engine.reset();
    const reading = engine.track(await loadPhoto('human'));
    expect(reading?.mesh).toHaveLength(468);
    expect(reading?.score).toBeGreaterThan(0.99);
    const golden: [index: number, point: number[]][] = [
      [1, [120.74, 140.12, -39.81]],
      [33, [68.07, 97.68, 15.6]],
      [263, [179.66, 92.03, 9.24]],
      [152, [127.23, 221.94, 8.66]],
      [10, [119.21, 30.01, -10.63]],
      [13, [123.79, 172.54, -14.24]],
    ];
    for (const [index, point] of golden) {
      expect(distance(reading?.mesh[index], point)).toBeLessThan(0.5);
    }
    expect(distance(reading?.box, [43.9, 29.5, 210.9, 221.9])).toBeLessThan(1);
    const { yaw, pitch, roll } = reading?.pose ?? { yaw: NaN, pitch: NaN, roll: NaN };
    expect(distance([yaw, pitch, roll], [-3.5, 5.7, -2.9])).toBeLessThan(0.5);
    expect(reading?.brightness).toBeCloseTo(155.7, 0);
  });
});

describe('age', () => {
  test('equals the result of face-api for the same 112 pixels', async () => {
    const { AgeNet } = await engineModules();
    const edge = 112;
    const data = Uint8ClampedArray.from(
      { length: edge * edge * 4 },
      (_, i) => 128 + 100 * Math.sin(i * 0.0071) + 20 * Math.cos(i * 0.31),
    );
    const net = await AgeNet.load(readModelFile);
    const crop = { cx: edge / 2, cy: edge / 2, side: edge, angle: 0 };
    expect(net.estimate({ data, width: edge, height: edge }, crop)).toBeCloseTo(21.09923, 3);
  });

  test('matches the golden value for the portrait', async () => {
    const portrait = await loadPhoto('human');
    engine.reset();
    const reading = engine.track(portrait);
    expect(engine.estimateAge(portrait, { mesh: reading?.mesh ?? [] })).toBeCloseTo(25.13, 0);
  });
});

describe('loading', () => {
  test('reads only the files of the requested models', async () => {
    const { FaceEngine } = await engineModules();
    const read: string[] = [];
    await FaceEngine.load(
      (file) => {
        read.push(file);
        return readModelFile(file);
      },
      ['blazeface'],
    );
    expect(read.toSorted()).toEqual(MODEL_FILES.blazeface.toSorted());
  });

  test('names the missing model when it is needed', async () => {
    const detector = await loadEngine(['blazeface']);
    const portrait = await loadPhoto('human');
    expect(() => detector.track(portrait)).toThrow('facemesh was not loaded');
    expect(() => detector.estimateAge(portrait, { mesh: [] })).toThrow('age was not loaded');
  });

  test('fails when a file cannot be read', async () => {
    const { FaceEngine } = await engineModules();
    const broken = () => Promise.reject(new Error('offline'));
    await expect(FaceEngine.load(broken, ['age'])).rejects.toThrow('offline');
  });

  test('refuses a net with an operation that the engine lacks', async () => {
    const { FaceEngine } = await engineModules();
    const read = async (file: string) => {
      const bytes = await readModelFile(file);
      if (!file.endsWith('.json')) return bytes;
      const text = new TextDecoder().decode(bytes).replaceAll('"MaxPool"', '"MinPool"');
      return new TextEncoder().encode(text).buffer;
    };
    await expect(FaceEngine.load(read, ['blazeface'])).rejects.toThrow(
      /unsupported operation MinPool/,
    );
  });
});
