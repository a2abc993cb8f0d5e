import { directionOf, type Language } from '@rollcall/core/kernel/language';
import { detectLanguage } from '../../lib/i18n/languages.ts';

/** Not in the catalogues: they are what could not be loaded. */
const TEXTS = {
  en: {
    title: 'Rollcall could not be started',
    text: 'A part of the page could not be loaded. Check the connection and reload the page. Nothing that was saved is lost.',
    action: 'Reload the page',
  },
  de: {
    title: 'Rollcall konnte nicht gestartet werden',
    text: 'Ein Teil der Seite konnte nicht geladen werden. Prüfen Sie die Verbindung und laden Sie die Seite neu. Gespeichertes geht nicht verloren.',
    action: 'Seite neu laden',
  },
  ar: {
    title: 'تعذّر تشغيل Rollcall',
    text: 'تعذّر تحميل جزء من الصفحة. تحقق من الاتصال وأعد تحميل الصفحة. لم يُفقد شيء مما حُفظ.',
    action: 'إعادة تحميل الصفحة',
  },
} satisfies Record<Language, Record<string, string>>;

/** Shows a readable page when the app itself cannot start. */
export function showStartProblem(root: HTMLElement, storage: Storage, reload: () => void): void {
  const language = detectLanguage(storage, navigator.languages);
  const texts = TEXTS[language];
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  const [title, text, button] = [
    document.createElement('h1'),
    document.createElement('p'),
    document.createElement('button'),
  ];
  title.textContent = texts.title;
  text.textContent = texts.text;
  button.textContent = texts.action;
  button.type = 'button';
  button.addEventListener('click', reload);
  const main = document.createElement('main');
  main.className = 'rc-start-problem';
  main.append(title, text, button);
  root.replaceChildren(main);
}

/** The browser's storage, or one in memory where the browser blocks it: the session then ends with the page. */
export function openStorage(target: Window): Storage {
  try {
    target.localStorage.getItem('token');
    return target.localStorage;
  } catch {
    const storage = createMemoryStorage();
    // Preferences are read from here too.
    Object.defineProperty(target, 'localStorage', { configurable: true, value: storage });
    return storage;
  }
}

function createMemoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
}
