import { t } from '../../i18n/t';
import type { useToast } from './use-toast';

interface Invited<Other extends string> {
  message: string;
  invited: { email: string; status: Other | 'invited' }[];
}

/** Says what came of invitations, and why an address got none. Returns whether one was sent. */
export function showInvited<Other extends string>(
  toast: ReturnType<typeof useToast>,
  { message, invited }: Invited<Other>,
  texts: Record<Other, string>,
): boolean {
  const others = invited.flatMap(({ email, status }) => (status === 'invited' ? [] : `${email} ${texts[status]}`));
  const description = others.join(', ') || undefined;
  const isSent = others.length < invited.length || invited.length === 0;
  if (isSent) toast.success({ title: message, description });
  else toast.destructive({ title: t('The Invite failes'), description });
  return isSent;
}
