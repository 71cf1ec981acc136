import { CheckOutlined } from '@ant-design/icons';
import { Flex, Typography, theme } from 'antd';

const steps = [
  { title: 'Company Details', text: 'Add your company details' },
  { title: 'Invite your Trading Partner', text: 'Start sharing your data with your client' },
];

/** Signing up and verifying the e-mail came before, being set up comes after. */
const mobileSteps = 5;
const stepsBefore = 2;

/** The wide screen's sidebar. */
export function StepsSidebar({ step }: { step: number }) {
  return (
    <aside style={{ width: 360, flex: 'none', background: '#0c4744', color: '#eef6f4', padding: '48px 40px' }}>
      <Typography.Title level={2} style={{ color: '#fff', fontSize: 22, margin: '0 0 8px' }}>
        Set up your data exchange
      </Typography.Title>
      <p style={{ color: '#c3ddd8', margin: '0 0 40px' }}>Two short steps, and your company can trade its data.</p>
      <ol style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {steps.map(({ title, text }, i) => {
          const done = i < step;
          const active = i === step;
          return (
            <li
              key={title}
              aria-current={active ? 'step' : undefined}
              style={{ display: 'flex', gap: 16, paddingBottom: 32, opacity: done || active ? 1 : 0.75 }}
            >
              <span
                style={{
                  width: 34,
                  height: 34,
                  borderRadius: '50%',
                  boxSizing: 'border-box',
                  flex: 'none',
                  display: 'grid',
                  placeItems: 'center',
                  fontWeight: 600,
                  border: `2px solid ${active ? '#e7b04b' : '#4fa79d'}`,
                  background: done ? '#4fa79d' : active ? '#e7b04b' : 'transparent',
                  color: done || active ? '#0c3230' : '#eef6f4',
                }}
              >
                {done ? <CheckOutlined aria-label="done" /> : i + 1}
              </span>
              <span>
                <strong style={{ display: 'block', fontSize: 15 }}>{title}</strong>
                <span style={{ color: '#c3ddd8' }}>{text}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </aside>
  );
}

/** The phone's line of progress. */
export function StepsLine({ step }: { step: number }) {
  const { token } = theme.useToken();
  const at = stepsBefore + step + 1;
  return (
    <Flex vertical gap={8} style={{ marginBottom: 24 }}>
      <Typography.Text type="secondary">
        Step {at} of {mobileSteps}
      </Typography.Text>
      <Flex gap={4} aria-hidden>
        {Array.from({ length: mobileSteps }, (_, i) => (
          <span
            key={i}
            style={{
              flex: 1,
              height: 6,
              borderRadius: 3,
              background: i < at ? token.colorPrimary : token.colorFillSecondary,
            }}
          />
        ))}
      </Flex>
    </Flex>
  );
}
