export const setup = {
  welcome: 'Welcome to Rollcall',
  intro: 'A few questions, about two minutes. Everything can be changed later.',
  asked: 'You will be asked for',
  asks: {
    kind: 'what kind of place this is',
    name: 'its name and time zone',
    code: 'the code that the server printed in its console',
    password: 'a password for you, the administrator',
  },
  kind: 'What is your institution?',
  kindHint: 'This sets the words: class and grade, semester, or department.',
  kindMissing: 'Please choose one.',
  kinds: {
    school: { title: 'School', text: 'Classes such as 4B, grades 1 to 13, lessons.' },
    university: { title: 'University', text: 'Programs, semesters, sections.' },
    workplace: { title: 'Workplace', text: 'Departments, shifts, employees.' },
  },
  done: 'Your institution is ready.',
};
