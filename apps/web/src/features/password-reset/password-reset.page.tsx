import { PageHeader } from '../../ui/page-header';

export default function PasswordResetPage() {
  return <PageHeader title="Reset Password" />;
}
