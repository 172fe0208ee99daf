{{- define "renban.name" -}}
{{- if contains "renban" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}{{ printf "%s-renban" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* The labels that select the pods of a role: (list $ "web"). They never change. */}}
{{- define "renban.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: renban
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "renban.labels" -}}
{{- $root := index . 0 -}}
{{ include "renban.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version }}
{{- end }}

{{/* What the pods of both roles have in common: (list $ "web"). */}}
{{- define "renban.pod" -}}
{{- $root := index . 0 -}}
{{- $role := index . 1 -}}
{{- $own := index $root.Values $role -}}
metadata:
  labels: {{- include "renban.labels" . | nindent 4 }}
  annotations:
    checksum/config: {{ toYaml $root.Values.config | sha256sum }}
    {{- with $own.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false # their variables are no settings of ours
  shareProcessNamespace: true # reaps processes that ffmpeg leaves behind
  {{- with $root.Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  # A web process drains for DRAIN_SECONDS; each may then finish what runs for up to half a minute.
  terminationGracePeriodSeconds: {{ add 55 ($root.Values.config.DRAIN_SECONDS | default "5" | int) }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001 # as in the image
    runAsGroup: 10001
    fsGroup: 10001
    seccompProfile: { type: {{ include "renban.profile" . }} }
    appArmorProfile: { type: {{ include "renban.profile" . }} }
  topologySpreadConstraints:
    {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels: {{- include "renban.selector" (list $root $role) | nindent 10 }}
    {{- end }}
  containers:
    - name: {{ $role }}
      image: "{{ required "image.repository is missing: build the image with deploy/Dockerfile" $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      args: [{{ $role }}]
      envFrom:
        - configMapRef: { name: {{ include "renban.name" $root }} }
        - secretRef: { name: {{ required "secretName is missing" $root.Values.secretName }} }
      ports:
        {{- if eq $role "web" }}
        - { name: http, containerPort: 3000 }
        {{- end }}
        - { name: metrics, containerPort: 9464 }
      # The port for metrics is open from the first moment, so a long migration is no reason to kill.
      livenessProbe:
        httpGet: { path: /healthz, port: metrics }
        initialDelaySeconds: 10
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: {{ eq $role "web" | ternary "http" "metrics" }} }
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 2
      resources: {{- toYaml $own.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
        {{- with $own.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: data
      {{- toYaml $own.data | nindent 6 }}
    - { name: tmp, emptyDir: {} }
    {{- with $own.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with $own.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $own.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $own.affinity }}
  affinity: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{/* The profile of seccomp and AppArmor for a role: (list $ "worker"). */}}
{{- define "renban.profile" -}}
{{- $root := index . 0 -}}
{{- if and (eq (index . 1) "worker") $root.Values.worker.sandbox }}Unconfined{{ else }}RuntimeDefault{{ end }}
{{- end }}
