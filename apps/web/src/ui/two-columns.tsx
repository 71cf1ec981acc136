import type { ReactNode } from 'react';

/** Side by side where there is room for both, else one under the other. */
export function TwoColumns({ children, min = 180 }: { children: ReactNode; min?: number }) {
  return (
    <div
      style={{
        display: 'grid',
        gridTemplateColumns: `repeat(auto-fit, minmax(min(${min}px, 100%), 1fr))`,
        columnGap: 16,
      }}
    >
      {children}
    </div>
  );
}
