import { directionOf } from '@rollcall/core/kernel/language';
import { useTranslation } from 'react-i18next';
import classes from './hero-illustration.module.css';

const ROWS = [
  { name: 'first', time: '08:41' },
  { name: 'second', time: '08:47' },
  { name: 'third', time: '08:52' },
] as const;

const WIDTH = 420;

/** A place along the lines of the drawing; from the right edge in a right-to-left language. */
function useAlong(): (x: number) => number {
  const { i18n } = useTranslation();
  return (x) => (directionOf(i18n.language) === 'rtl' ? WIDTH - x : x);
}

/** Animated drawing of a phone: the oval turns green and the name appears in the list. */
export function HeroIllustration() {
  const { t } = useTranslation('home');
  const along = useAlong();
  return (
    <svg className={classes.art} viewBox={`0 0 ${WIDTH} 560`} role="img" aria-label={t('illustration.label')}>
      <rect x="60" y="8" width="300" height="544" rx="40" className={classes.phone} />
      <rect x="72" y="20" width="276" height="520" rx="30" className={classes.screen} />
      <clipPath id="hero-view">
        <path d="M72 50a30 30 0 0 1 30-30h216a30 30 0 0 1 30 30v270H72z" />
      </clipPath>
      <g clipPath="url(#hero-view)">
        <rect x="72" y="20" width="276" height="300" className={classes.view} />
        <Person />
        <ellipse cx="210" cy="158" rx="84" ry="106" className={classes.guide} />
        <ellipse cx="210" cy="158" rx="84" ry="106" pathLength={100} className={classes.ring} />
      </g>
      <g className={classes.ask}>
        <Pill text={t('illustration.look')} />
      </g>
      <g className={classes.greet}>
        <Pill text={t('illustration.hello')} isDone />
      </g>
      <text x={along(96)} y="354" className={classes.heading}>
        {t('illustration.register')}
      </text>
      <text x={along(324)} y="354" textAnchor="end" className={classes.small}>
        {t('illustration.today')}
      </text>
      {ROWS.map(({ name, time }, index) => (
        <g key={name} className={index === 2 ? classes.newRow : undefined}>
          <path d={`M96 ${372 + index * 52}h228`} className={classes.rule} />
          <circle cx={along(110)} cy={398 + index * 52} r="14" className={classes.badge} />
          <path d={`M${along(110) - 6} ${398 + index * 52}l4.5 4.5 8-9`} className={classes.tick} />
          <text x={along(136)} y={403 + index * 52} className={classes.name}>
            {t(`illustration.names.${name}`)}
          </text>
          <text x={along(324)} y={403 + index * 52} textAnchor="end" className={classes.small}>
            {time}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** Caption over the camera view. */
function Pill({ text, isDone = false }: { text: string; isDone?: boolean }) {
  const along = useAlong();
  return (
    <>
      <rect x="104" y="276" width="212" height="34" rx="17" className={classes.pill} />
      {isDone ? <path d={`M${along(125) - 6} 293l4.5 4.5 8-9`} className={classes.tick} /> : null}
      <text x={isDone ? along(218) : 210} y="298" textAnchor="middle" className={classes.caption}>
        {text}
      </text>
    </>
  );
}

function Person() {
  return (
    <g>
      <path d="M92 344c6-62 54-88 118-88s112 26 118 88z" fill="#2f6f8f" />
      <path d="M182 236h56v34c0 16-56 16-56 0z" fill="#a9714f" />
      <path
        d="M142 150c-8-66 28-98 70-98 44 0 76 34 66 100-3 22-10 44-16 54H158c-8-12-14-34-16-56z"
        fill="#2b2330"
      />
      <path d="M158 150c0-44 22-66 52-66s52 22 52 66c0 46-24 88-52 88s-52-42-52-88z" fill="#c98d66" />
      <path
        d="M156 140c4-46 26-62 58-62 30 0 48 20 50 60-20-4-32-18-38-34-14 20-38 32-70 36z"
        fill="#2b2330"
      />
      <path
        d="M180 146c5-5 14-5 19 0M221 146c5-5 14-5 19 0"
        fill="none"
        stroke="#2b2330"
        strokeWidth="3.5"
        strokeLinecap="round"
      />
      <circle cx="190" cy="158" r="4.2" fill="#2b2330" />
      <circle cx="230" cy="158" r="4.2" fill="#2b2330" />
      <path
        d="M210 162c-2 10-5 14-2 18h6"
        fill="none"
        stroke="#a9714f"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M192 200c10 10 27 10 37 0"
        fill="none"
        stroke="#8d4f3a"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </g>
  );
}
