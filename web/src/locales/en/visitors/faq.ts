export const faq = {
  title: 'Frequently asked questions',
  text: 'Short answers about what Rollcall does, and what it does not do.',
  search: 'Search the questions',
  categoriesLabel: 'Categories',
  categories: {
    all: 'All',
    gettingStarted: 'Getting Started',
    security: 'Security',
    technical: 'Technical',
    account: 'Account',
    troubleshooting: 'Troubleshooting',
  },
  found_one: '{{count}} question',
  found_other: '{{count}} questions',
  nothingTitle: 'No question matches',
  nothingText: 'Try another word, or look through all categories.',
  showAll: 'Show all questions',
  contactTitle: 'Still a question?',
  contactText: 'Write to us and say what you were trying to do.',
  contactInPerson: 'Ask your administrator or the office.',
  contactAction: 'Contact support',
  items: {
    start: {
      q: 'How do I start using Rollcall?',
      a: 'On a computer with Node 20 or newer, run "npm ci" and then "npm start" in the project folder, and open http://localhost:5000. The database is built in and lives in the data folder; nothing else has to be installed. It starts with an invented demo school so that you can look around first.',
    },
    firstRun: {
      q: 'How do I set it up for my own institution?',
      a: 'Start it with DEMO_MODE=false. The first visit shows a set-up page that asks for a one-time code from the server console, the name of your institution, its time zone and an administrator password. No demo account exists in that mode.',
    },
    registerPerson: {
      q: 'How is a new person registered?',
      a: 'An administrator opens Register User, fills in name, ID, username, password and type, and takes three photos. If the camera step is left out, the person still exists and the list shows that face data is missing, so it can be captured later.',
    },
    mark: {
      q: 'How do I mark my attendance?',
      a: 'Sign in, choose Mark Attendance on the dashboard and look at the camera. Your face is compared with your own registered face; when it matches, your name, the time and whether you are on time appear at once.',
    },
    photos: {
      q: 'Are photos of me kept?',
      a: 'No. A photo is turned into a short numeric template and then dropped. The template cannot be shown as a picture, is encrypted with a key that belongs to you alone, and never appears in a log, an export or an answer of the server.',
    },
    leave: {
      q: 'Does any data leave our server?',
      a: 'No. Recognition runs on your own machine, the fonts and scripts come from your own server, and there is no cloud service, tracking or advertising. Backups and exports are files that an administrator downloads on purpose.',
    },
    erase: {
      q: 'What happens when a person is deleted?',
      a: 'Login and face data go at once. Past attendance stays under a pseudonym so that old totals remain right, unless erasure was asked for, which removes it too. Destroying the person’s key makes their template unreadable even in old backups.',
    },
    photoTrick: {
      q: 'Can someone hold up a photo or a phone instead of their face?',
      a: 'The server looks for signs of a picture or a screen in every attendance image, and can ask for a small movement, such as a turn of the head, when it is not sure. No check is perfect; an institution can set it to always ask.',
    },
    unknown: {
      q: 'What if the system is not sure who it sees?',
      a: 'Then it says so and marks nobody. A match must be close enough, and clearly closer than the next person. Look-alikes and twins can be recorded as such, which makes the comparison between them stricter.',
    },
    noFace: {
      q: 'Must everybody use their face?',
      a: 'No. A person can exist without face data and be marked by hand. In many places people must be able to refuse without a disadvantage; please check what the law asks of you before you start.',
    },
    cameraHttps: {
      q: 'Why does the camera work on the server itself but not on other devices?',
      a: 'Browsers allow the camera only on secure pages: https, or localhost on the same machine. Put Rollcall behind a web server with a certificate; docs/OPERATIONS.md shows how with Caddy and nginx.',
    },
    late: {
      q: 'When is someone late?',
      a: 'By default the day starts at 09:00 with 15 minutes of grace; after that the arrival counts as late, and after the cutoff at 09:30 as very late. An administrator can change these times; a change holds from that day on and never rewrites the past.',
    },
    rate: {
      q: 'How is the attendance rate computed?',
      a: 'Days present divided by days on which attendance was due. Weekends, holidays and excused days do not count for or against anyone. The target line in the charts is 75 percent.',
    },
    password: {
      q: 'I forgot my password. What now?',
      a: 'If the sign-in page offers “Forgotten password”, a link is sent to your e-mail address. Otherwise ask your administrator, who can set a new one under Manage Users. All your open sessions end at that moment. You choose your own at the next sign-in. After several wrong attempts sign-in pauses for a while; a browser in which you signed in before is not affected by the attempts of others.',
    },
    seeData: {
      q: 'Who can see my attendance?',
      a: 'You, the administrators and the office of your institution, and the teachers of your classes. Other users cannot open your profile, not even by guessing its address.',
    },
    trouble: {
      q: 'My face is not recognised. What can I do?',
      a: 'Face a window or a lamp, come a little closer, look straight ahead, and make sure that only you are in the picture. If it still fails, ask for your face to be captured again: three clear photos help more than anything else. Until then the office can mark you by hand.',
    },
  },
};
