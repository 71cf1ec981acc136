import styles from './trade-drawing.module.css';

const paper = '#eef6f4';
const ink = '#0c4744';
const line = '#4fa79d';
const glow = '#8fd6cb';

function Sheet({ x, y, rows, seal }: { x: number; y: number; rows: number[]; seal?: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M0 10a10 10 0 0 1 10-10h72l30 30v104a10 10 0 0 1-10 10H10a10 10 0 0 1-10-10z" fill={paper} />
      <path d="M82 0v22a8 8 0 0 0 8 8h22z" fill="#c3ddd8" />
      {rows.map((width, i) => (
        <rect key={i} x="16" y={46 + i * 18} width={width} height="7" rx="3.5" fill={i === 0 ? ink : '#9cc6bf'} />
      ))}
      {seal && (
        <g transform="translate(88 118)">
          <circle r="20" fill="#e7b04b" />
          <path
            d="M-8 0l6 6 10-12"
            fill="none"
            stroke={ink}
            strokeWidth="4"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </g>
      )}
    </g>
  );
}

function House({ x, y, lit }: { x: number; y: number; lit: number[] }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width="116" height="150" rx="8" fill="#10615c" stroke={line} strokeWidth="2" />
      {Array.from({ length: 9 }, (_, i) => (
        <rect
          key={i}
          x={18 + (i % 3) * 30}
          y={20 + Math.floor(i / 3) * 32}
          width="20"
          height="20"
          rx="3"
          fill={lit.includes(i) ? '#e7b04b' : '#0c4744'}
        />
      ))}
      <path d="M44 150v-24a6 6 0 0 1 6-6h16a6 6 0 0 1 6 6v24z" fill={ink} />
    </g>
  );
}

/** A drawing of two companies and a sealed file between them. */
export function TradeDrawing() {
  return (
    <svg viewBox="0 0 560 560" width="72%" className={styles.drawing} aria-hidden="true">
      <circle cx="280" cy="280" r="250" fill="none" stroke="#155a55" strokeWidth="2" />
      <circle cx="280" cy="280" r="180" fill="none" stroke="#155a55" strokeWidth="2" />
      <path d="M40 430h480" stroke={line} strokeWidth="3" strokeLinecap="round" />
      <House x={64} y={280} lit={[1, 3, 8]} />
      <House x={380} y={280} lit={[0, 4, 5]} />
      <path
        d="M122 268C140 130 420 130 438 268"
        fill="none"
        stroke={glow}
        strokeWidth="3"
        strokeDasharray="2 12"
        strokeLinecap="round"
      />
      <path
        d="M426 254l12 16 14-14"
        fill="none"
        stroke={glow}
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <Sheet x={224} y={92} rows={[52, 78, 66, 40]} seal />
      <g transform="translate(232 352)">
        <rect width="96" height="78" rx="12" fill="#e7b04b" />
        <path d="M22 0v-20a26 26 0 0 1 52 0V0" fill="none" stroke="#e7b04b" strokeWidth="12" />
        <circle cx="48" cy="34" r="9" fill={ink} />
        <rect x="44" y="36" width="8" height="20" rx="4" fill={ink} />
      </g>
    </svg>
  );
}
