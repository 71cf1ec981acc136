import { useQueryClient } from '@tanstack/react-query';
import { identity, type PersonName, type User } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { Button, Descriptions, Modal } from 'antd';
import { useState } from 'react';
import { meQuery } from '../../api/queries';
import { membersKey } from '../../api/members/queries';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';
import { useMay } from '../../session/may';
import { SectionCard } from '../../ui/card/section-card';
import { accountNames, nameOf } from '../../ui/feedback/role-names';
import { TextField } from '../../ui/form/field';
import { Form, FormError, SubmitButton } from '../../ui/form/form';
import { useToast } from '../../ui/notice/use-toast';
import { t } from '../../i18n/t';

/** The person as others see them. Who signs in by single sign-on has the name that the company gave. */
export function NameCard({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = useMay('account');
  return (
    <SectionCard
      title={t('You')}
      extra={mayChange && <Button onClick={() => setIsOpen(true)}>{t('Change name')}</Button>}
    >
      <Descriptions
        column={1}
        items={[
          { key: 'name', label: t('Name'), children: nameOf(user) },
          { key: 'email', label: t('Email'), children: user.email },
          { key: 'role', label: t('Account'), children: accountNames[user.userType] },
        ]}
      />
      <Modal
        title={t('Change name')}
        open={isOpen}
        onCancel={() => setIsOpen(false)}
        footer={null}
        destroyOnHidden
        width={460}
      >
        <ChangeName user={user} onDone={() => setIsOpen(false)} />
      </Modal>
    </SectionCard>
  );
}

function ChangeName({ user: { firstName, lastName }, onDone }: { user: User; onDone: () => void }) {
  const client = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: (name: PersonName) => send(routes.saveName, name),
    onSuccess: () =>
      Promise.all([meQuery.queryKey, membersKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  const submit = (name: PersonName) =>
    save.mutateAsync(name).then(() => {
      toast.success({ title: t('Success'), description: t('Your name was changed.') });
      onDone();
    });
  return (
    <Form
      label={t('Change name')}
      schema={identity.saveName.input}
      initialValues={{ firstName, lastName }}
      onSubmit={submit}
    >
      <FormError message={save.error?.message} />
      <TextField name="firstName" label={t('First Name')} autoComplete="given-name" autoFocus />
      <TextField name="lastName" label={t('Last Name')} autoComplete="family-name" />
      <SubmitButton>{t('Change name')}</SubmitButton>
    </Form>
  );
}
