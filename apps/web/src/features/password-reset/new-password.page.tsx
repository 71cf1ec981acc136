import { PageHeader } from '../../ui/page-header';

export default function NewPasswordPage() {
  return <PageHeader title="Set new password" />;
}
