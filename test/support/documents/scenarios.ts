// The 19 ways in which tests photograph a page: with a phone at 1920 x 1080 or 1280 x 720, or with
// a webcam at 640 x 480.
import type { View } from './camera.ts';

const phone = { width: 1280, height: 720, quality: 85, noise: 3 };
const steady = { ...phone, roll: 1, pitch: 4 };
const webcam = { width: 640, height: 480, quality: 80, roll: 1.5, pitch: 4, yaw: 4, blur: 0.5 };

export const SCENARIOS = {
  'clean 1080p': { width: 1920, height: 1080, quality: 92, noise: 1 },
  'phone 1080p': {
    width: 1920,
    height: 1080,
    quality: 85,
    roll: 1.5,
    pitch: 6,
    yaw: -5,
    blur: 0.8,
    noise: 3,
  },
  'phone 720p': { ...phone, roll: -2, pitch: 6, yaw: 6, blur: 0.7 },
  'tilt 15': { ...phone, roll: 3, pitch: 15, yaw: -15, blur: 0.7 },
  'tilt 25': { ...phone, roll: -5, pitch: -25, yaw: 20, share: 0.8, blur: 0.7 },
  'roll 10': { ...phone, roll: 10, blur: 0.7, share: 0.8 },
  'blur 1.5 px': { ...steady, blur: 1.5 },
  'blur 2.5 px': { ...steady, blur: 2.5 },
  'motion 6 px': { ...steady, blur: 0.6, motion: 6 },
  'motion 10 px': { ...steady, blur: 0.6, motion: 10 },
  'glare, mild': { ...steady, blur: 0.7, glare: 0.45 },
  'glare on the code': { ...steady, blur: 0.7, glare: 1.2, glareAt: 0.8 },
  'JPEG 60': { ...steady, blur: 0.7, quality: 60 },
  'JPEG 30': { ...steady, blur: 0.7, quality: 30 },
  'light 0.35': { ...steady, blur: 0.8, quality: 80, gain: 0.35, noise: 5 },
  'light 0.15': { ...steady, blur: 0.8, quality: 80, gain: 0.15, noise: 6 },
  webcam: { ...webcam, share: 0.92, noise: 3 },
  'webcam, far': { ...webcam, share: 0.7, noise: 4 },
  'webcam, hard': {
    ...webcam,
    quality: 70,
    roll: 3,
    pitch: 8,
    yaw: 8,
    share: 0.85,
    blur: 0.8,
    gain: 0.6,
    noise: 6,
  },
} as const satisfies Record<string, View>;

export type Scenario = keyof typeof SCENARIOS;
