/** The logo: a check symbol that leaves the outline of a face. Legible at 16 px. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-teal-7)" />
      <g fill="none" stroke="#fff" strokeLinecap="round" strokeLinejoin="round">
        <path d="M26.25 17.2A10.3 10.3 0 1 1 18.2 5.95" strokeWidth="2.7" />
        <path d="M11 15.8l4.3 4.5 11-12.3" strokeWidth="3.1" />
      </g>
    </svg>
  );
}
