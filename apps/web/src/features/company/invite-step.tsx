import { CloseOutlined, PlusOutlined, UserOutlined } from '@ant-design/icons';
import { inviteEmailForm } from '@tradepost/contracts/identity';
import { Button, Flex, Input, Space, Typography, theme } from 'antd';
import { useState, type FormEvent } from 'react';
import { ValidationError } from 'yup';

interface InviteStepProps {
  /** Sent: nothing can be changed any more. */
  done: boolean;
  onSkip: () => void;
  onInvite: (emails: string[]) => void;
}

/** The message of the first broken rule; null when the address may be added. */
function problemOf(email: string, partners: string[]): string | null {
  try {
    inviteEmailForm.validateSync({ email });
  } catch (error) {
    if (error instanceof ValidationError) return error.message;
    throw error;
  }
  return partners.some((partner) => partner.toLowerCase() === email.toLowerCase())
    ? 'This email has already been invited'
    : null;
}

export function InviteStep({ done, onSkip, onInvite }: InviteStepProps) {
  const { token } = theme.useToken();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [partners, setPartners] = useState<string[]>([]);

  const add = (event?: FormEvent) => {
    event?.preventDefault();
    const found = problemOf(email.trim(), partners);
    setProblem(found);
    if (found) return;
    setPartners([...partners, email.trim()]);
    setEmail('');
  };

  return (
    <>
      <Typography.Title level={1} style={{ fontSize: 26, margin: 0 }}>
        Invite your Trading Partner
      </Typography.Title>
      <Typography.Paragraph type="secondary" style={{ margin: '8px 0 28px' }}>
        Collaborate with your Partner
      </Typography.Paragraph>
      <form onSubmit={add} aria-label="Invite a partner" noValidate>
        <label htmlFor="partner-email" style={{ display: 'block', marginBottom: 8 }}>
          Partner's email
        </label>
        <Space.Compact block>
          <Input
            id="partner-email"
            size="large"
            type="email"
            inputMode="email"
            placeholder="partner@company.com"
            prefix={<UserOutlined style={{ color: token.colorTextTertiary }} />}
            value={email}
            disabled={done}
            status={problem ? 'error' : ''}
            aria-invalid={problem !== null}
            aria-describedby={problem ? 'partner-problem' : undefined}
            onChange={(event) => {
              setEmail(event.target.value);
              setProblem(null);
            }}
          />
          <Button
            size="large"
            htmlType="submit"
            icon={<PlusOutlined />}
            aria-label="Add"
            disabled={done || email.trim() === ''}
          >
            Add
          </Button>
        </Space.Compact>
        <div id="partner-problem" role="alert" style={{ minHeight: 26, paddingTop: 4, color: token.colorError }}>
          {problem}
        </div>
      </form>
      {partners.length > 0 && (
        <section aria-label="Invited team Partner" style={{ marginTop: 8 }}>
          <Typography.Text strong>Invited team Partner</Typography.Text>
          <ul
            style={{
              listStyle: 'none',
              margin: '8px 0 0',
              padding: 0,
              border: `1px solid ${token.colorBorderSecondary}`,
              borderRadius: token.borderRadiusLG,
            }}
          >
            {partners.map((partner, i) => (
              <Flex
                component="li"
                key={partner}
                align="center"
                justify="space-between"
                gap={8}
                style={{
                  padding: '8px 8px 8px 16px',
                  borderTop: i > 0 ? `1px solid ${token.colorBorderSecondary}` : undefined,
                }}
              >
                <Typography.Text ellipsis>{partner}</Typography.Text>
                <Button
                  type="text"
                  icon={<CloseOutlined />}
                  aria-label={`Remove ${partner}`}
                  disabled={done}
                  onClick={() => setPartners(partners.filter((other) => other !== partner))}
                />
              </Flex>
            ))}
          </ul>
        </section>
      )}
      <Flex gap={12} style={{ marginTop: 28 }} wrap>
        <Button
          type="primary"
          size="large"
          disabled={done}
          style={{ flex: 1 }}
          onClick={() => (partners.length > 0 ? onInvite(partners) : onSkip())}
        >
          {partners.length > 0 ? 'Continue' : 'Skip for now'}
        </Button>
        {partners.length === 0 && (
          <Button size="large" disabled={done} style={{ flex: 1 }} onClick={() => add()}>
            Add Partner
          </Button>
        )}
      </Flex>
    </>
  );
}
