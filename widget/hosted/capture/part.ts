// The entry point of the code that runs while the camera is open. It is a separate script, loaded
// after the first view (screens/capture-part.ts).
import { AgeRun } from './age-run.ts';
import { runCameraLoop } from './camera-loop.ts';
import { gestureText } from './gesture-texts.ts';
import { LivenessRun } from './liveness-run.ts';

export const capture = { AgeRun, LivenessRun, runCameraLoop, gestureText };
