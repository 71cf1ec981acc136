import type { HTMLAttributes } from 'react';
import styles from './text.module.css';

interface TextProps extends HTMLAttributes<HTMLElement> {
  type?: 'secondary' | 'warning' | 'danger';
  strong?: boolean;
}

/** A text in the size and colours of the theme, for what is shown first: antd's looks the same, but all tooltips are loaded with it. */
export function Text({ type, strong = false, className, ...props }: TextProps) {
  const Element = strong ? 'strong' : 'span';
  return <Element {...props} className={[styles.text, type && styles[type], className].filter(Boolean).join(' ')} />;
}
