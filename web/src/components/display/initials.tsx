import { Center } from '@mantine/core';

/** The first letter of a name as an avatar. Never a photo: none is kept. */
export function Initial({ name, size = 40 }: { name: string; size?: number }) {
  const letter = [...name.trim()][0]?.toLocaleUpperCase() ?? '?';
  return (
    <Center
      component="span"
      inline
      flex="none"
      bg="var(--rc-primary-soft)"
      c="var(--rc-primary)"
      fw={650}
      lh={1}
      style={{ width: size, height: size, fontSize: size * 0.42, borderRadius: '50%' }}
      aria-hidden
    >
      {letter}
    </Center>
  );
}
