// Recognises virtual cameras, which are programs that can show anything, by their names. Programs
// that use a phone's real camera (DroidCam, Iriun, Camo, EpocCam, Continuity) are left out.

/** The word prefixes in device labels that identify virtual cameras, in lower case. */
const NAMES = [
  'virtual cam',
  'virtualcam',
  'virtual webcam',
  'virtual video',
  'obs-camera',
  'obs camera',
  'obs cam',
  'streamlabs',
  'manycam',
  'xsplit',
  'splitcam',
  'snap camera',
  'youcam',
  'perfectcam',
  'camtwist',
  'sparkocam',
  'altercam',
  'magiccamera',
  'vcam',
  'v4l2loopback',
  'v4l2 loopback',
  'dummy video device',
  'akvcam',
  'webcamoid',
  'unity video capture',
  'vmix',
  'wirecast',
  'ndi video',
  'ndi webcam',
  'newtek ndi',
  'mmhmm',
  'chromacam',
  'deepfacelive',
  'avatarify',
  'facerig',
  'animaze',
  'fake_device',
  'screen capture',
] as const;

// Names match only at the start of a word: "XSplit VCam" is a virtual camera, but "iVCam" uses the
// real camera of a phone.
const PATTERN = new RegExp(`\\b(?:${NAMES.join('|')})`, 'i');

/** @param label the label of a video track, as the browser names the device */
export function isVirtualCamera(label: string): boolean {
  return PATTERN.test(label);
}
