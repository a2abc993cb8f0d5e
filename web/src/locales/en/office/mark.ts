import { QUALITY_MESSAGES } from '@rollcall/core/faces/face-quality.rules';
import { CHALLENGE_MESSAGES } from '@rollcall/core/liveness/challenge.rules';

/** In English the server's own sentences are shown; other languages translate them by outcome and reason. */
export const mark = {
  title: 'Face Recognition Attendance',
  intro: 'Look at the camera. Your face is compared with your own registered face only.',
  capture: 'Capture & Recognize',
  scanning: 'Recognizing…',
  pressAgain: 'Press the button to try again.',
  before: {
    register_own: {
      title: 'Register your face first',
      text: 'Three photos, about ten seconds. The photos are not kept. Your face data stays on the machine that runs this demo, and you can delete it at any time.',
      inBrowser:
        'Three photos, about ten seconds. The photos are not kept, and your face data stays in this browser.',
      action: 'Register my face',
    },
    not_enrolled: {
      title: 'Your face isn’t registered yet',
      text: 'Ask the office to register it. Until then, they can check you in.',
    },
    consent_missing: {
      title: 'Your consent is missing',
      text: 'Faces are recognized only with consent. Read the text and agree, or ask the office to check you in.',
      action: 'Read and agree',
    },
    already_marked: {
      title: 'You’re already checked in',
      text: 'You’re all set for today.',
      action: 'Scan again',
    },
    day_off: {
      title: 'Today is a day off',
      text: 'You can still check in. It is recorded as a visit and doesn’t count towards your rate.',
      action: 'Record a visit',
    },
  },
  continue: 'Continue',
  checkedIn: 'Checked in',
  already: 'You’re already checked in',
  corrected: 'You were seen. An administrator has corrected this day.',
  failedTitle: 'Not marked',
  failedHelp: 'Face recognition failed. Please try again or contact admin.',
  failed: 'Face recognition failed',
  failedRetry: 'Face recognition failed. Please try again.',
  timedOut: 'Face recognition timed out. Please try again.',
  noPicture: 'Failed to capture image',
  unreachable:
    'The server stopped answering before it could say whether you were marked. Please scan again: you are counted once, even if the first scan arrived.',
  refusal: {
    not_live: 'This looks like a picture or a screen. Please stand in front of the camera yourself.',
    not_you: 'This face does not match your registered face.',
    ambiguous:
      'Your face could not be told apart from a registered look-alike. Please ask an administrator to mark you.',
    not_enrolled: 'No face is registered for you yet. Please ask an administrator to register your face.',
  },
  quality: QUALITY_MESSAGES,
  challenge: CHALLENGE_MESSAGES,
};
