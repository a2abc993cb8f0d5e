export const registration = {
  title: 'Register New User',
  captureTitle: 'Capture User Face',
  steps: { label: 'Progress', details: 'User Details', face: 'Face Capture', complete: 'Complete' },
  next: 'Next',
  failedTitle: 'Registration Failed',
  failed: 'Registration failed',
  registered: 'User {{name}} registered successfully!',
  skip: 'Continue without a face',
  unavailable: {
    title: 'Face capture is not available here',
    text: 'The camera step is not part of this version yet. {{name}} can sign in and be marked by hand; the user list shows that face data is missing, and it can be captured later.',
  },
  complete: {
    withFace: 'Registration complete',
    withoutFace: 'Registered without a face',
    withoutFaceText: '{{name}} can sign in. Face data can be captured later from the user list.',
    another: 'Register Another User',
    done: 'Done',
  },
  mark: {
    title: 'Face Recognition Attendance',
    unavailableTitle: 'Face recognition is not available here',
    unavailableText:
      'The camera step is not part of this version yet. Please ask the office to mark you by hand.',
  },
};
