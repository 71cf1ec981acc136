import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Flex } from 'antd';
import { CopyButton } from '../../ui/feedback/copy-button';
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
    <Flex vertical gap={16}>
      <Alert
        type="warning"
        showIcon
        title={t('Save these recovery codes')}
        description={t('Each works once, when you can’t use your authenticator app. They are not shown again.')}
      />
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
      <Button type="primary" size="large" block onClick={onSaved}>
        {t('I have saved them')}
      </Button>
    </Flex>
  );
}
