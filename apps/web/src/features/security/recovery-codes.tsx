import { DownloadOutlined } from '@ant-design/icons';
import { Button, Flex } from 'antd';
import { CopyButton } from '../../ui/feedback/copy-button';
import { ShownOnce } from '../../ui/secret/shown-once';
import { t } from '../../i18n/t';
import styles from './recovery-codes.module.css';

function download(codes: string[]) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(
    new Blob([`${t('Tradepost recovery codes')}\n${t('Each works once.')}\n\n${codes.join('\n')}\n`], {
      type: 'text/plain',
    }),
  );
  link.download = 'tradepost-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}

interface RecoveryCodesProps {
  codes: string[];
  onSaved: () => void;
}

/** Shown once; the person must confirm that they are saved. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  return (
    <ShownOnce
      title={t('Save these recovery codes')}
      text={t('Each works once, when you can’t use your authenticator app. They are not shown again.')}
      done={t('I have saved them')}
      onDone={onSaved}
    >
      <ul aria-label={t('Recovery codes')} className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Flex gap={8} wrap>
        <CopyButton text={codes.join('\n')}>{t('Copy')}</CopyButton>
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => download(codes)}>
          {t('Download')}
        </Button>
      </Flex>
    </ShownOnce>
  );
}
