import { Flex } from 'antd';
import { CopyButton } from '../feedback/copy-button';
import { t } from '../../i18n/t';
import styles from './fingerprint.module.css';

/** Eight groups of five digits, as people read them to each other. */
export const Digits = ({ digits, label }: { digits: string; label: string }) => (
  <div role="group" aria-label={label} className={`${styles.fingerprint} numbers`}>
    {digits.split(' ').map((group, index) => (
      <span key={index}>{group} </span>
    ))}
  </div>
);

/** Of a key. */
export function Fingerprint({ digits, label }: { digits: string; label: string }) {
  return (
    <Flex gap={12} align="center" wrap>
      <Digits digits={digits} label={label} />
      <CopyButton text={digits} size="small" aria-label={t('Copy: {label}', { label })}>
        {t('Copy')}
      </CopyButton>
    </Flex>
  );
}
