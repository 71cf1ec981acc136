import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, theme } from 'antd';
import { CopyButton } from '../../ui/copy-button';

function download(codes: string[]) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(
    new Blob([`Tradepost recovery codes\nEach works once.\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
  );
  link.download = 'tradepost-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}

interface RecoveryCodesProps {
  codes: string[];
  onSaved: () => void;
}

/** Shown once: nobody goes on without having said that they are kept. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={16}>
      <Alert
        type="warning"
        showIcon
        title="Save these recovery codes"
        description="Each signs you in once when your authenticator app is not at hand. They are not shown again."
      />
      <ul
        aria-label="Recovery codes"
        style={{
          listStyle: 'none',
          margin: 0,
          padding: 16,
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))',
          gap: '8px 16px',
          background: token.colorFillQuaternary,
          borderRadius: token.borderRadius,
          fontFamily: token.fontFamilyCode,
          fontSize: 15,
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Flex gap={8} wrap>
        <CopyButton text={codes.join('\n')}>Copy</CopyButton>
        <Button icon={<DownloadOutlined />} onClick={() => download(codes)}>
          Download
        </Button>
      </Flex>
      <Button type="primary" size="large" block onClick={onSaved}>
        I have saved them
      </Button>
    </Flex>
  );
}
