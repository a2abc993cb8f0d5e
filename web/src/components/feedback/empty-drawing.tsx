import type { ReactNode } from 'react';

const LINE = { fill: 'none', stroke: 'var(--rc-muted)', strokeWidth: 2, strokeLinecap: 'round' } as const;
const ACCENT = { ...LINE, stroke: 'var(--rc-primary)', strokeWidth: 2.5, strokeLinejoin: 'round' } as const;
const PAPER = (
  <rect
    x="26"
    y="18"
    width="68"
    height="84"
    rx="8"
    fill="var(--rc-surface)"
    stroke="var(--rc-hairline)"
    strokeWidth="2"
  />
);

/** Line drawings for empty states and message pages, each with one accent stroke. */
const DRAWINGS: Record<string, ReactNode> = {
  page: (
    <>
      {PAPER}
      <path d="M40 40h40M40 54h28" {...LINE} />
      <path d="M46 76c4 8 24 8 28 0" {...ACCENT} transform="rotate(180 60 78)" />
      <circle cx="50" cy="68" r="1.6" fill="var(--rc-muted)" />
      <circle cx="70" cy="68" r="1.6" fill="var(--rc-muted)" />
    </>
  ),
  server: (
    <>
      <rect
        x="24"
        y="30"
        width="72"
        height="24"
        rx="6"
        fill="var(--rc-surface)"
        stroke="var(--rc-hairline)"
        strokeWidth="2"
      />
      <rect
        x="24"
        y="62"
        width="72"
        height="24"
        rx="6"
        fill="var(--rc-surface)"
        stroke="var(--rc-hairline)"
        strokeWidth="2"
      />
      <path d="M36 42h20M36 74h20" {...LINE} />
      <circle cx="84" cy="42" r="3" fill="var(--rc-muted)" />
      <path d="M78 68l12 12M90 68l-12 12" {...ACCENT} />
    </>
  ),
  person: (
    <>
      <ellipse
        cx="60"
        cy="60"
        rx="34"
        ry="42"
        fill="var(--rc-surface)"
        stroke="var(--rc-hairline)"
        strokeWidth="2"
        strokeDasharray="5 7"
      />
      <circle cx="60" cy="50" r="13" {...LINE} />
      <path d="M38 88c3-14 12-21 22-21s19 7 22 21" {...LINE} />
      <path d="M80 30l8-8" {...ACCENT} />
    </>
  ),
  list: (
    <>
      {PAPER}
      <path d="M40 38h26M40 54h26M40 70h26M40 86h26" {...LINE} />
      <path d="M74 52l4 4 7-8" {...ACCENT} />
    </>
  ),
  chart: (
    <>
      <path d="M28 96h64" {...LINE} />
      <path
        d="M38 96V74M52 96V62M66 96V70"
        {...LINE}
        strokeWidth="8"
        stroke="var(--rc-hairline)"
        strokeLinecap="butt"
      />
      <path d="M80 96V44" {...ACCENT} strokeWidth="8" strokeLinecap="butt" />
      <path d="M28 52h64" {...LINE} strokeDasharray="3 6" />
    </>
  ),
  notice: (
    <>
      <rect
        x="28"
        y="28"
        width="64"
        height="58"
        rx="8"
        fill="var(--rc-surface)"
        stroke="var(--rc-hairline)"
        strokeWidth="2"
      />
      <path d="M40 46h40M40 58h40M40 70h22" {...LINE} />
      <circle cx="60" cy="26" r="6" fill="var(--rc-primary)" />
    </>
  ),
};

export function EmptyDrawing({ kind, size = 96 }: { kind: keyof typeof DRAWINGS; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 120 120" aria-hidden="true" focusable="false">
      <circle cx="60" cy="60" r="56" fill="var(--rc-sunken)" />
      {DRAWINGS[kind]}
    </svg>
  );
}
