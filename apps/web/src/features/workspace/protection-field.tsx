import { LockFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Form, Radio, Typography } from 'antd';
import { meQuery } from '../../api/queries';
import { withMode, type FileTerms } from './terms';

const words = {
  e2e: 'Encrypted in this browser before it is sent. Only you and those you hand it to can open it; the operator cannot.',
  managed: 'Encrypted in transit and at rest. The operator holds the keys.',
};

/** Who will be able to read the file. */
export function ProtectionField({ terms, onChange }: { terms: FileTerms; onChange: (terms: FileTerms) => void }) {
  const { data } = useQuery(meQuery);
  const options = [
    {
      value: 'e2e',
      label: (
        <>
          <LockFilled aria-hidden /> End-to-end encrypted
        </>
      ),
    },
    ...(data?.company?.requireE2E ? [] : [{ value: 'managed', label: 'Managed' }]),
  ];
  return (
    <Form layout="vertical" component="div">
      <Form.Item label="Protection" style={{ margin: 0 }}>
        <Radio.Group
          aria-label="Protection"
          options={options}
          value={terms.mode}
          onChange={({ target }) => onChange(withMode(terms, target.value as FileTerms['mode']))}
        />
        <Typography.Paragraph type="secondary" style={{ margin: '4px 0 0', fontSize: 13 }}>
          {words[terms.mode]}
        </Typography.Paragraph>
      </Form.Item>
    </Form>
  );
}
