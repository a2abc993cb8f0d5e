import { QUALITY_MESSAGES } from '@rollcall/core/faces/face-quality.rules';
import { CHALLENGE_MESSAGES } from '@rollcall/core/liveness/challenge.rules';

/** In English the server's own sentences are shown; other languages translate them by outcome and reason. */
export const mark = {
  title: 'Face Recognition Attendance',
  intro: 'Look at the camera. Your face is compared only with your own face data.',
  capture: 'Capture & Recognize',
  scanning: 'Recognizing…',
  pressAgain: 'Press the button to try again.',
  place: {
    title: 'Enter the code',
    text: 'The code is shown in the room and changes every 30 seconds.',
    orNetwork:
      'The code is shown in the room and changes every 30 seconds. In the institution’s network (Wi-Fi) you need none.',
    digit: 'Digit {{number}}',
  },
  before: {
    register_own: {
      title: 'Register your face first',
      text: 'It takes five photos and about ten seconds. The photos are not kept. Your face data stays on the machine that runs this demo, and you can delete it at any time.',
      inBrowser:
        'It takes five photos and about ten seconds. The photos are not kept, and your face data stays in this browser.',
      action: 'Register my face',
    },
    not_enrolled: {
      title: 'Your face isn’t registered yet',
      text: 'Ask the office to register it. Until then, they can check you in.',
    },
    consent_missing: {
      title: 'Your consent is missing',
      text: 'Face recognition needs your consent. Read the text and agree, or ask the office to check you in.',
      action: 'Read and agree',
    },
    use_kiosk: {
      title: 'Please use the kiosk',
      text: 'Check in at the kiosk at the door. Your own device is not enough here.',
    },
    join_network: {
      title: 'Connect to the network first',
      text: 'Checking in works from the institution’s network (Wi-Fi) only. Connect to it and try again.',
    },
    already_marked: {
      title: 'You’re already checked in',
      text: 'You’re all set for today.',
      action: 'Scan again',
    },
    day_off: {
      title: 'Today is a day off',
      text: 'You can still check in. It is recorded as a visit and doesn’t count toward your rate.',
      action: 'Record a visit',
    },
  },
  continue: 'Continue',
  checkedIn: 'Checked in',
  already: 'You’re already checked in',
  toast: {
    marked: 'Checked in at {{time}} ({{status}}).',
    already: 'You are already checked in today, at {{time}} ({{status}}).',
  },
  corrected: 'You were seen. An administrator has already corrected this day.',
  failedTitle: 'Not checked in',
  failedHelp: 'Face recognition failed. Please try again or contact admin.',
  failed: 'Face recognition failed',
  failedRetry: 'Face recognition failed. Please try again.',
  timedOut: 'Face recognition timed out. Please try again.',
  noPicture: 'Failed to capture image',
  unreachable:
    'The connection was lost, so we don’t know whether you are checked in. Please scan again. You are counted only once.',
  maybePicture: 'This face does not match your registered face. It may be the picture: {{advice}}',
  renewal: {
    drifting: 'Your face matches your photos less and less. Please have new ones taken at the office.',
    weak: 'Your photos are weak. Please have better ones taken at the office.',
    old: 'Your photos are old. Please have new ones taken at the office.',
  },
  refusal: {
    not_live: 'This looks like a picture or a screen. Please stand in front of the camera yourself.',
    not_you: 'This face does not match your registered face.',
    ambiguous: 'Your face looks too much like someone else’s. Please ask the office to check you in.',
    not_enrolled: 'Your face is not registered yet. Please ask the office to register it.',
  },
  quality: QUALITY_MESSAGES,
  challenge: CHALLENGE_MESSAGES,
};
