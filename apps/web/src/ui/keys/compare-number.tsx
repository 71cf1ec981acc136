import { Checkbox } from 'antd';
import { Fingerprint } from './fingerprint';
import { t } from '../../i18n/t';
import layout from '../layout/layout.module.css';

interface CompareNumberProps {
  digits: string;
  label: string;
  /** Where the other person finds the number, as a sentence. */
  where: string;
  isCompared: boolean;
  onCompared: (isCompared: boolean) => void;
}

/** Explains how to compare a security number with the person it belongs to, who is asked outside of this app. */
export function CompareNumber({ digits, label, where, isCompared, onCompared }: CompareNumberProps) {
  return (
    <>
      <ol className={layout.bulletList}>
        <li>{t('Call them on a number you know, or meet them. Do not use this app or an email you received.')}</li>
        <li>{where}</li>
        <li>{t('Check that all eight groups are the same:')}</li>
      </ol>
      <Fingerprint digits={digits} label={label} />
      <SameNumber isCompared={isCompared} onCompared={onCompared} />
    </>
  );
}

/** What a person ticks after comparing. */
export const SameNumber = ({ isCompared, onCompared }: Pick<CompareNumberProps, 'isCompared' | 'onCompared'>) => (
  <Checkbox checked={isCompared} onChange={({ target }) => onCompared(target.checked)} className={layout.marginBottom8}>
    {t('We compared all eight groups and they match')}
  </Checkbox>
);
