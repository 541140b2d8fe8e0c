{{/* Labels of everything that the chart makes. */}}
{{- define "pix-gateway.labels" -}}
{{ include "pix-gateway.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* Labels that find the pods of a release. */}}
{{- define "pix-gateway.selector" -}}
app.kubernetes.io/name: pix-gateway
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "pix-gateway.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end }}

{{/* The fields of a pod that do not depend on what it does. */}}
{{- define "pix-gateway.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  # Its group may read the mounted files.
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: tmp
    emptyDir: {}
{{- range .Values.files }}
  - name: files-{{ .name }}
    {{- if .secret }}
    secret:
      secretName: {{ .secret }}
      defaultMode: 0440
    {{- else }}
    configMap:
      name: {{ .configMap }}
    {{- end }}
{{- end }}
{{- with .Values.pod }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The fields of a container that do not depend on what it does. */}}
{{- define "pix-gateway.container" -}}
image: {{ include "pix-gateway.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: tmp
    mountPath: /tmp
{{- range .Values.files }}
  - name: files-{{ .name }}
    mountPath: /etc/pix-gateway/{{ .name }}
    readOnly: true
{{- end }}
envFrom:
  - secretRef:
      name: {{ .Values.secrets.gateway }}
{{- end }}

{{/* The variables of config. */}}
{{- define "pix-gateway.config" -}}
- name: NODE_ENV
  value: production
{{- range $name, $value := .Values.config }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
