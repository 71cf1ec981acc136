import { Tag } from 'antd';
import { t } from '../../i18n/t';
import layout from '../layout/layout.module.css';

/** The meaning of a state as a colour; the text is always shown with it. */
export type Tone = 'yellow' | 'blue' | 'green' | 'red' | 'grey';

export function StatusTag({ tone, text }: { tone: Tone; text: string }) {
  return <Tag className={`tone-${tone} ${layout.marginEndNone}`}>{t(text)}</Tag>;
}
