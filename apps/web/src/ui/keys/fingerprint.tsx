import { Flex } from 'antd';
import { CopyButton } from '../feedback/copy-button';
import { t } from '../../i18n/t';
import styles from './fingerprint.module.css';

/** Of a key: eight groups of five digits, as people read them to each other. */
export function Fingerprint({ digits, label }: { digits: string; label: string }) {
  return (
    <Flex gap={12} align="center" wrap>
      <div role="group" aria-label={label} className={`${styles.fingerprint} numbers`}>
        {digits.split(' ').map((group, index) => (
          <span key={index}>{group} </span>
        ))}
      </div>
      <CopyButton text={digits} size="small" aria-label={t('Copy: {label}', { label })}>
        {t('Copy')}
      </CopyButton>
    </Flex>
  );
}
