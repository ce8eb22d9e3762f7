import type { FormData, RemoteSchema } from '../../../shared/page.ts'
import type { PageComponent } from '../../catalog/catalog.ts'
import type { ComponentContext } from '../context.ts'
import type { ComponentMapper } from './component-mapper.ts'
import { own, textsOption } from './configuration.ts'
import { formData, formRights } from './form.ts'
import { type FormPlan, formPlan } from './form-schema.ts'
import { withUnreadable } from './unreadable.ts'

/**
 * Stands for every type that is not built in, where customers' bundles are searched for it [RB1]: it gets its own
 * configuration, and the page's record as a form does. The option `fields` names the fields it is about.
 */
export const remote: ComponentMapper = { name: 'remote', schema, data }

async function schema(context: ComponentContext): Promise<RemoteSchema> {
  const { configuration } = context.component
  const plan = planOf(context)
  if (plan === null) return { configuration, fields: [], canCreate: false, canWrite: false, canDelete: false }
  const { mediaType, fields, labelField } = plan.schema
  return {
    configuration,
    mediaType,
    fields: withUnreadable(fields, plan.type, context),
    ...(await formRights(plan, context)),
    ...(labelField === undefined ? {} : { labelField }),
  }
}

async function data(context: ComponentContext): Promise<FormData | null> {
  const plan = planOf(context)
  return plan === null ? null : formData(plan, context)
}

/** Planned as a form is, once per catalog; null on a page without a media type. */
function planOf(context: ComponentContext): FormPlan | null {
  return context.type === undefined ? null : formPlan({ ...context, component: asForm(context.component) })
}

const forms = new WeakMap<PageComponent, PageComponent>()

/** A form's own options mean nothing here, whatever the bundle understands by the same names. */
function asForm(component: PageComponent): PageComponent {
  const known = forms.get(component)
  if (known !== undefined) return known
  const fields = textsOption(component, 'fields')
  const links = own(component.configuration, 'links')
  const configuration = {
    ...(fields === undefined ? {} : { tabs: [{ key: 'fields', fields }], rest: false }),
    ...(links === undefined ? {} : { links }),
  }
  const form = { ...component, configuration }
  forms.set(component, form)
  return form
}
