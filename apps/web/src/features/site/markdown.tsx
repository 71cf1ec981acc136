import Markdown from 'markdown-to-jsx/react';
import { Link } from 'react-router-dom';
import type { ComponentProps } from 'react';
import { targetOf } from './targets';
import { t } from '../../i18n/t';
import styles from './site.module.css';

function Anchor({ href, children }: ComponentProps<'a'>) {
  if (!href) return <>{children}</>;
  if (href.startsWith('/')) return <Link to={href}>{children}</Link>;
  return (
    <a href={href} rel="noreferrer">
      {children}
    </a>
  );
}

/** A table that is wider than the page scrolls within it. */
const Table = ({ children }: ComponentProps<'table'>) => (
  <div className={styles.wide} role="region" aria-label={t('Table')} tabIndex={0}>
    <table>{children}</table>
  </div>
);

/** A text in Markdown. HTML in it is text, and an address that is not allowed is left out. */
export default function MarkdownText({ text }: { text: string }) {
  return (
    <Markdown
      options={{
        disableParsingRawHTML: true,
        forceBlock: true,
        sanitizer: targetOf,
        overrides: { a: Anchor, table: Table },
      }}
    >
      {text}
    </Markdown>
  );
}
