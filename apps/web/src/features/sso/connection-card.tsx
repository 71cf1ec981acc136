import { ssoConnectionForm, type RoleMapping, type SsoSettings } from '@tradepost/contracts/identity';
import { providedRoles, type ProvidedRole } from '@tradepost/contracts/roles';
import { Alert, Button, Descriptions, Select, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { Field, TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { TwoColumns } from '../../ui/layout/two-columns';
import { useToast } from '../../ui/notice/use-toast';
import { ask } from '../../ui/question/ask';
import { useRemoveConnection, useSaveConnection } from './api';
import { Copied } from './domains-card';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

// as providers name it, in every language
const usualClaim = 'groups';

interface ConnectionCardProps {
  settings: SsoSettings;
  roleName: (role: ProvidedRole) => string;
}

/** The connection with the company's identity provider. */
export function ConnectionCard({ settings: { connection, redirectUri, logoutUri }, roleName }: ConnectionCardProps) {
  const save = useSaveConnection();
  const remove = useRemoveConnection();
  const toast = useToast();
  const askFirst = () =>
    ask({
      title: t('Remove the connection?'),
      content: t('People who signed in with your sign-in service are signed out.'),
      okText: t('Remove'),
      okButtonProps: { danger: true },
      cancelText: t('Cancel'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => remove.mutateAsync().catch(() => undefined),
    });
  return (
    <SectionCard
      title={t('Connection')}
      extra={
        connection && (
          <Button danger loading={remove.isPending} onClick={askFirst}>
            {t('Remove connection')}
          </Button>
        )
      }
    >
      <Typography.Paragraph type="secondary">{t('Enter these addresses at your sign-in service')}</Typography.Paragraph>
      <Descriptions
        column={1}
        layout="vertical"
        className={layout.marginBottom24}
        items={[
          { key: 'redirect', label: t('Redirect URI'), children: <Copied text={redirectUri} /> },
          { key: 'logout', label: t('Back-channel logout URI'), children: <Copied text={logoutUri} /> },
        ]}
      />
      <Form
        label={t('Connection')}
        schema={ssoConnectionForm}
        enableReinitialize
        initialValues={{
          issuer: connection?.issuer ?? '',
          clientId: connection?.clientId ?? '',
          clientSecret: '',
          claim: connection?.claim ?? '',
          mapping: connection?.mapping ?? [],
          defaultRole: connection?.defaultRole ?? null,
        }}
        onSubmit={(values) =>
          save.mutateAsync(values).then(() => toast.success({ title: t('The connection was saved') }))
        }
      >
        <FormError message={save.error?.message} />
        {remove.error && <Alert type="error" showIcon role="alert" title={remove.error.message} />}
        <TwoColumns min={340}>
          <TextField name="issuer" label={t('Issuer')} placeholder="https://login.example.com" autoComplete="off" />
          <TextField name="clientId" label={t('Client ID')} autoComplete="off" />
          <TextField
            name="clientSecret"
            label={t('Client secret')}
            type="password"
            autoComplete="new-password"
            hint={connection && t('Leave it empty to keep the stored one.')}
          />
          <TextField
            name="claim"
            label={t('Claim that gives roles')}
            optional
            placeholder={usualClaim}
            autoComplete="off"
            hint={t('For example the groups of a person at your sign-in service.')}
          />
          {providedRoles.map((role) => (
            <Field key={role} name="mapping" label={t('Values for the role {role}', { role: roleName(role) })} optional>
              {(control, mapping: RoleMapping[], change) => (
                <Select
                  {...control}
                  size="large"
                  mode="tags"
                  open={false}
                  suffixIcon={null}
                  tokenSeparators={[',']}
                  className={layout.fullWidth}
                  value={mapping.filter((one) => one.role === role).map(({ value }) => value)}
                  onChange={(values: string[]) =>
                    change([...mapping.filter((one) => one.role !== role), ...values.map((value) => ({ value, role }))])
                  }
                />
              )}
            </Field>
          ))}
          <Field name="defaultRole" label={t('Role of everyone else')}>
            {(control, value: ProvidedRole | null, change) => (
              <Select
                {...control}
                size="large"
                className={layout.fullWidth}
                value={value ?? ''}
                options={[
                  { value: '', label: t('None: they cannot sign in') },
                  ...providedRoles.map((role) => ({ value: role, label: roleName(role) })),
                ]}
                onChange={(chosen: ProvidedRole | '') => change(chosen || null)}
              />
            )}
          </Field>
        </TwoColumns>
        <SubmitButton block={false} loading={save.isPending}>
          {t('Save connection')}
        </SubmitButton>
      </Form>
    </SectionCard>
  );
}
