import { section, serve } from '#core/http/http.ts'
import { inParts } from '#core/http/in-parts.ts'
import { getUserLocalCurrency } from './currency/currency.shared.ts'
import * as currency from './currency/currency.ts'
import * as choices from './notifications/mail-choice.ts'
import * as notification from './notifications/notification.shared.ts'
import * as notifications from './notifications/notification.ts'
import * as pushSchema from './notifications/push.shared.ts'
import * as pushChoices from './notifications/push-choice.ts'
import * as pushSubscriptions from './notifications/push-subscription.ts'
import * as schedule from './notifications/schedule.ts'
import * as setting from './settings/settings.shared.ts'
import * as settings from './settings/settings.ts'

// oxfmt-ignore
export const platformApi = [
  ...section('Settings', [
    serve(setting.getSettings,         'any',   settings.get,          'Get the limits and fees'),
    serve(setting.changeSettings,      'admin', settings.change,       'Change the settings', ['settings_changed', 'bank_unknown', 'branch_unknown']),
    serve(setting.listSettingVersions, 'admin', settings.listVersions, 'List the changes of the settings'),
    serve(getUserLocalCurrency,        'any',   currency.get,          'Get the caller’s currency and its rate'),
  ]),
  ...section('Notifications', [
    serve(notification.listNotifications, 'person', notifications.list,  'List your notifications'),
    serve(notification.countUnread,       'person', notifications.count, 'Count your unread notifications'),
    serve(notification.readNotifications, 'person', notifications.read,  'Mark notifications as read'),
    serve(notification.listMailChoices,   'person', inParts(choices.list),        'List your choices of mails'),
    serve(notification.putMailChoice,     'person', choices.put,         'Choose whether and how fast mails on a topic come'),
    serve(notification.getSchedule, 'person', schedule.get, 'Get when you are written to'),
    serve(notification.putSchedule, 'person', schedule.put, 'Change when you are written to'),
    serve(pushSchema.listPushSubscriptions,  'person', inParts(pushSubscriptions.list),   'List your browsers that show notifications'),
    serve(pushSchema.addPushSubscription,    'person', pushSubscriptions.add,    'Let this browser show notifications', ['push_endpoint_refused']),
    serve(pushSchema.removePushSubscription, 'person', pushSubscriptions.remove, 'End a browser’s notifications', ['not_found']),
    serve(pushSchema.listPushChoices,        'person', inParts(pushChoices.list),         'List what your browsers show'),
    serve(pushSchema.putPushChoice,          'person', pushChoices.put,          'Choose whether browsers show a topic'),
  ]),
  // Without a section, so not in the description: calls that only our pages make.
  serve(notification.getUnsubscription, 'any', choices.getByToken, 'Get the topic of a link in a mail', ['not_found']),
  serve(notification.unsubscribe, 'any', choices.unsubscribe, 'Unsubscribe from the topic of a mail', ['not_found']),
  serve(setting.getMenu, 'any', settings.getMenuEntries, 'Get the menu entries to show'),
]
