import classes from './initials.module.css';

/** The first letter of a name as an avatar. Never a photo: none is kept. */
export function Initial({ name, size = 40 }: { name: string; size?: number }) {
  const letter = [...name.trim()][0]?.toLocaleUpperCase() ?? '?';
  return (
    <span
      className={classes.initial}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
      aria-hidden
    >
      {letter}
    </span>
  );
}
