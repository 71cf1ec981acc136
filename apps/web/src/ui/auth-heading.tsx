import { Typography } from 'antd';
import type { ReactNode } from 'react';

/** Title and tagline above a form of the split layout. */
export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header style={{ marginBottom: 28 }}>
      <Typography.Title level={1} style={{ fontSize: 28, lineHeight: 1.2, letterSpacing: '-0.02em', margin: 0 }}>
        {title}
      </Typography.Title>
      {children && (
        <Typography.Paragraph type="secondary" style={{ margin: '10px 0 0', fontSize: 15 }}>
          {children}
        </Typography.Paragraph>
      )}
    </header>
  );
}
