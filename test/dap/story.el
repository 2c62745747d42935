;;; The lost update of bank, and a package of one's own, debugged by dap-mode with what machsim editor emacs writes.
;;;
;;;     emacs --batch -q -l story.el DIR-OF-MACHSIM-DAP DIR-OF-PACKAGE
;;;
;;; It prints where the run stands after each command, as the buffers show it.
(setq lsp-session-file (expand-file-name "lsp-session") dap-breakpoints-file (expand-file-name "breakpoints")
      dap-auto-configure-features nil)
(package-initialize)
(pcase-let ((`(,written ,package) command-line-args-left))
  (setq command-line-args-left nil)
  (load (expand-file-name "machsim-dap.el" written))
  (require 'dap-ui)

  (defvar stops 0)
  (add-hook 'dap-stopped-hook (lambda (_session) (cl-incf stops)))

  (defun frame () (dap--debug-session-active-frame (dap--cur-session)))

  (defun after (what does)
    "Do DOES, and print where the run stands then."
    (let ((before stops) (end (+ (float-time) 120)))
      (funcall does)
      (while (and (< (float-time) end) (or (= stops before) (null (frame))))
        (accept-process-output nil 0.05))
      (princ (format "%s: %s, line %s%s\n" what (gethash "name" (frame)) (gethash "line" (frame))
                     (if buffer-file-name
                         (format ", the cursor in line %s of %s" (line-number-at-pos) (buffer-name))
                       "")))))

  (defun local (name)
    "Print the variable NAME of the function."
    (let* ((session (dap--cur-session))
           (body (dap-request session "evaluate" :expression name :frameId (gethash "id" (frame)) :context "hover")))
      (princ (format "  %s = %s\n" name (gethash "result" body)))))

  (defun leave ()
    "End the session, and wait until its process has."
    (dap-disconnect (dap--cur-session))
    (while (dap--session-running (dap--cur-session))
      (accept-process-output nil 0.05)))

  (after "bank" (lambda () (machsim-dap "bank" 9)))
  (machsim-dap-break-on-write "account[1]")
  (after "back to who wrote account[1]" #'machsim-dap-reverse-continue)
  (local "r.Balance")
  (after "step back" #'machsim-dap-step-back)
  (after "step back into" #'machsim-dap-step-back-into)
  (after "step back out" #'machsim-dap-step-back-out)
  (machsim-dap-forget-writes)
  (after "continue" (lambda () (call-interactively #'dap-continue)))
  (princ (format "the recording: %s\n"
                 (file-name-nondirectory (gethash "file" (dap-request (dap--cur-session) "recording")))))
  (leave)

  (find-file (expand-file-name "lab.go" package))
  (search-forward "kernel.RPC")
  (dap-breakpoint-add)
  (after "a package of one's own" (lambda () (machsim-dap package 7)))
  (after "continue" (lambda () (call-interactively #'dap-continue)))
  (local "bought")
  (after "step back" #'machsim-dap-step-back)
  (after "reverse continue" #'machsim-dap-reverse-continue)
  (local "bought")
  (leave))
